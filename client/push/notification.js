/** Show a notification of this page, where that was allowed. @type {(title: string, options: NotificationOptions, onPress?: () => void) => void} */
export function notify(title, options, onPress = () => {}) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(title, { icon: "/client/icon-192.png", ...options });
    notification.onclick = () => {
      window.focus();
      onPress();
    };
  } catch {
    // Some phones allow notifications to service workers only.
  }
}
