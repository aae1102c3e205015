import { byId } from "../view/dom.js";
import { sorryPage } from "../view/sorry.js";

/** Under this address there is nothing. @type {import("../router.js").Screen} */
export default function lostScreen() {
  let isClosed = false;
  void sorryPage({ code: "not_found", message: "" }).then((page) => {
    if (!isClosed) byId("main").append(page);
  });
  return () => {
    isClosed = true;
  };
}
