/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "Gracze, najwyżej czterech",
  clipFrom: "Od",
  clipTo: "Do",
  clipLength: "Długość",
  clipSeconds: "Najwyżej {n} sekunda|Najwyżej {n} sekundy|Najwyżej {n} sekund",
  clipRecording: "Nagrywam: jeszcze {n} sekunda|Nagrywam: jeszcze {n} sekundy|Nagrywam: jeszcze {n} sekund",
  clipNoVideo: "Ta przeglądarka nie może nagrać tego klipu.",
  clipPace: "Trwa {n} sekundę|Trwa {n} sekundy|Trwa {n} sekund",
  clipFaster:
    "Trwa {n} sekundę, {speed} razy szybciej|Trwa {n} sekundy, {speed} razy szybciej|Trwa {n} sekund, {speed} razy szybciej",
  clipMake: "Utwórz",
  clipReady: "Gotowe: {size} kB",
  clipSave: "Zapisz",
};
