import { LANGUAGES, t } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { randomHex } from "../../rules/hex.js";
import { begins, button, h } from "../../ui/dom.js";
import { select } from "../../ui/fields.js";
import { momentText, numberText } from "../../ui/format.js";
import { formOf, labelled } from "../../ui/forms.js";
import { list, note, panel, row, stack } from "../../ui/parts.js";
import { toast } from "../../ui/say.js";
import { shareLink } from "../../ui/share.js";
import { asModerator } from "./moderation.js";

/** @typedef {{ [name: string]: wire.SiteSetting }} Settings */
/** @typedef {(values: { [name: string]: string }) => Promise<void>} Change of some settings */

const GROUPS = /** @type {const} */ ({
  o_texts: ["site_name", "language", "announcement", "contact", "imprint_url", "privacy_url"],
  o_entry: ["private", "invitations"],
  o_signIn: ["oidc_issuer", "oidc_client_id", "oidc_client_secret", "oidc_label", "oidc_domains"],
  o_limits: ["push", "max_rooms", "backups"],
});
const SECRET = "oidc_client_secret";
/** The settings that have a fixed choice of values, each with its text. @type {{ [name: string]: { [value: string]: Key } }} */
const CHOICES = {
  language: Object.fromEntries(LANGUAGES.map((each) => [each, /** @type {Key} */ (`p_language_${each}`)])),
  push: { on: "p_sound_on", off: "p_sound_off" },
};
const NUMBERS = ["max_rooms", "backups"];
/** The ways in: the name, the value of `private`, and whether there is a link. @type {[name: Key, isPrivate: string, hasLink: boolean][]} */
const ENTRIES = [
  ["entry_open", "off", false],
  ["entry_link", "off", true],
  ["entry_signIn", "on", false],
  ["entry_both", "on", true],
];
const CODE_BYTES = 15;
const MEGABYTE = 1e6;
const POLL_MS = 500;

/** @param {string} token */
const site = (token) => request("GET admin/site", {}, asModerator(token));

/** The page of the owner of the site in two columns: its settings; the state of the server, backups. @param {string} token */
export async function ownSite(token) {
  const columns = [stack(), stack()];
  /** Whether something waits for a new start. */
  let waits = false;
  /** @type {(found: wire.Site, changed?: object) => void} */
  const show = (found, changed = {}) => {
    const settings = Object.fromEntries(found.settings.map((each) => [each.name, each]));
    waits ||= Object.keys(changed).some((name) => !settings[name].is_live);
    columns[0].replaceChildren(
      ...(waits ? [restart(token, found.state, () => site(token).then(again))] : []),
      textsPanel("o_texts", settings, change),
      entryPanel(settings, change),
      textsPanel("o_limits", settings, change),
    );
    columns[1].replaceChildren(
      statePanel(found),
      backupsPanel(found.state, token, () => site(token).then(show)),
      textsPanel("o_signIn", settings, change),
    );
  };
  /** @type {Change} */
  const change = async (values) => {
    show(await request("PATCH admin/site", { values }, asModerator(token)), values);
    toast(t("adminDone"));
  };
  const again = (/** @type {wire.Site} */ found) => {
    waits = false;
    show(found);
  };
  show(await site(token));
  return columns;
}

/** @param {wire.Site} found */
const statePanel = ({ state, rooms, connections }) =>
  panel(
    t("o_state"),
    list(
      fact("f_version", state.version, state.newer_version && t("f_newer", { name: state.newer_version })),
      fact("f_since", momentText(state.started_at)),
      fact("f_rooms", numberText(rooms)),
      fact("f_people", numberText(connections)),
      fact("f_memory", bytesText(state.memory_bytes)),
      fact("f_database", h("bdi", state.database), bytesText(state.database_bytes)),
      fact("f_disk", bytesText(state.disk_free_bytes)),
      fact("f_solver", t(state.has_solver ? "yes" : "no")),
    ),
  );

/** @type {(name: Key, ...values: Child[]) => HTMLElement | false} */
const fact = (name, ...values) => {
  const known = values.filter((each) => each);
  return known.length > 0 && h("li", h("span.grow.soft", t(name)), ...known.map((each) => h("span", each)));
};

/** @type {(bytes: number | null | undefined) => string} */
const bytesText = (bytes) =>
  bytes == null
    ? ""
    : numberText(bytes / MEGABYTE, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 });

/** The button that makes waiting changes take effect: the server ends, and is asked until it has started again. @type {(token: string, state: wire.InstallationState, again: () => void) => HTMLElement} */
const restart = (token, { started_at }, again) =>
  panel(
    t("needsStart"),
    row(
      button(
        t("startAgain"),
        async () => {
          await request("POST admin/restart", {}, asModerator(token));
          toast(t("startsAgain"));
          await hasStarted(token, started_at);
          again();
        },
        "btn main",
      ),
    ),
  );

/** @param {string} token @param {number} before @returns {Promise<void>} */
async function hasStarted(token, before) {
  await new Promise((done) => setTimeout(done, POLL_MS));
  const found = await site(token).catch(() => null);
  if (found?.state.started_at === before || !found) await hasStarted(token, before);
}

/** @type {(name: "o_texts" | "o_signIn" | "o_limits", settings: Settings, change: Change) => HTMLElement} */
function textsPanel(name, settings, change) {
  const isTouched = (/** @type {[string, string]} */ [each, value]) =>
    value !== settings[each].value && settings[each].source !== "environment";
  const save = (/** @type {{ [name: string]: string }} */ values) =>
    change(Object.fromEntries(Object.entries(values).filter(isTouched)));
  return panel(
    t(name),
    name === "o_signIn" && note(t("o_signInHelp", { address: `${location.origin}/sign-in/callback` })),
    formOf(
      GROUPS[name].map((each) => field(settings[each])),
      t("save"),
      save,
    ),
  );
}

/** @param {wire.SiteSetting} setting */
function field({ name, value, source }) {
  const isFixed = source === "environment";
  const input = CHOICES[name]
    ? select(Object.keys(CHOICES[name]), (each) => t(CHOICES[name][each]), value, { name, disabled: isFixed })
    : h("input", {
        name,
        value,
        disabled: isFixed,
        autocomplete: "off",
        type: name === SECRET ? "password" : NUMBERS.includes(name) ? "number" : "text",
        min: name === "max_rooms" ? 1 : 0,
        placeholder: name === SECRET && source === "page" && t("o_kept"),
      });
  return stack(
    labelled(t(/** @type {Key} */ (`o_${name}`)), input),
    isFixed && note(t("fixedBy", { name: `GAPRACE_${name.toUpperCase()}` })),
  );
}

/** The choice of an entry, and the invitation link. @type {(settings: Settings, change: Change) => HTMLElement} */
function entryPanel(settings, change) {
  const { private: closed, invitations } = settings;
  const fixed = [closed, invitations].find(({ source }) => source === "environment");
  const [code] = invitations.value.split(",");
  const now = ENTRIES.find(([, isPrivate, hasLink]) => isPrivate === closed.value && hasLink === !!code);
  const choice = select(
    ENTRIES.map(([name]) => name),
    (name) => t(name),
    now?.[0] ?? "",
    { disabled: !!fixed },
  );
  const enterBy = (/** @type {string} */ isPrivate, /** @type {string} */ link) =>
    change({
      ...(isPrivate !== closed.value && { private: isPrivate }),
      ...(link !== invitations.value && { invitations: link }),
    });
  const onsubmit = begins(() => {
    const [, isPrivate, hasLink] = ENTRIES.find(([name]) => name === choice.value) ?? ENTRIES[0];
    return enterBy(isPrivate, hasLink ? invitations.value || randomHex(CODE_BYTES) : "");
  });
  return panel(
    t("o_entry"),
    h(
      "form.stack",
      { onsubmit },
      labelled(t("o_private"), choice),
      fixed && note(t("fixedBy", { name: `GAPRACE_${fixed.name.toUpperCase()}` })),
      row(!fixed && h("button.btn", t("save"))),
    ),
    !!code &&
      stack(
        note(t("o_linkHelp")),
        row(
          shareLink(t("o_shareLink"), () => "", `/invitation?code=${code}`),
          !fixed && button(t("o_newLink"), () => enterBy(closed.value, randomHex(CODE_BYTES))),
        ),
      ),
  );
}

/** @type {(state: wire.InstallationState, token: string, again: () => Promise<void>) => HTMLElement} */
const backupsPanel = ({ backups, backup_folder }, token, again) =>
  panel(
    t("o_backupsTitle"),
    backups.length
      ? list(
          ...backups.map(({ name, bytes, made_at }) =>
            h(
              "li",
              h("bdi.grow", name),
              h("span.soft", bytesText(bytes)),
              h("span.soft", momentText(made_at)),
            ),
          ),
        )
      : h("p", t("o_noBackups")),
    note(t("o_backupsHelp", { folder: backup_folder })),
    row(button(t("o_backUpNow"), () => request("POST admin/backups", {}, asModerator(token)).then(again))),
  );
