/** The time zone of the browser, as the IANA database names it; UTC if the browser does not know. */
export function ownTimeZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : "UTC";
}
