import { byId } from "./dom.js";
import { sorryPage } from "./error-page.js";

/** Under this address there is nothing. @type {import("./router.js").Screen} */
export default function notFound() {
  let isClosed = false;
  void sorryPage({ code: "not_found", message: "" }).then((page) => {
    if (!isClosed) byId("main").append(page);
  });
  return () => {
    isClosed = true;
  };
}
