/** The options of a request of the owner, or of a moderator. @param {string} token */
export const asModerator = (token) => ({ headers: { Authorization: `Bearer ${token}` } });
