/** @type {{ [K in keyof typeof import("../en/finding.js").default]: string }} */
export default {
  finding: "Szukam graczy",
  findingTitle: "Szybki wyścig: {variant}",
  findingHelp:
    "Wyścig ruszy, gdy zbierze się czworo graczy. Wolne miejsca za {n} sekundę zajmą boty.|Wyścig ruszy, gdy zbierze się czworo graczy. Wolne miejsca za {n} sekundy zajmą boty.|Wyścig ruszy, gdy zbierze się czworo graczy. Wolne miejsca za {n} sekund zajmą boty.",
  findingEnd: "Wolne miejsca zajmują boty. Uwaga!",
  freeSeat: "Wolne miejsce",
  leaveQueue: "Anuluj",
};
