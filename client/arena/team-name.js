import { t } from "../i18n/index.js";

/** The name of a team. @param {number} team */
export const teamName = (team) => t("arenaTeam", { name: t("arenaTeamNames").split(" ")[team - 1] });
