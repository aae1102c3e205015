/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "Gracze, najwyżej czterech",
  clipFrom: "Od",
  clipTo: "Do",
  clipLength: "Długość",
  clipSeconds: "Najwyżej {n} sekunda|Najwyżej {n} sekundy|Najwyżej {n} sekund",
  clipFormat: "Plik",
  clipGif: "GIF, do każdego czatu",
  clipWebp: "WebP, o połowę mniejszy",
  clipVideo: "Wideo, nagrywane tutaj na żywo",
  clipRecording: "Nagrywam: jeszcze {n} sekunda|Nagrywam: jeszcze {n} sekundy|Nagrywam: jeszcze {n} sekund",
  clipNoVideo: "Ta przeglądarka nie nagrywa wideo. Wybierz GIF lub WebP.",
  clipPace: "Trwa {n} sekundę|Trwa {n} sekundy|Trwa {n} sekund",
  clipFaster:
    "Trwa {n} sekundę, {speed} razy szybciej|Trwa {n} sekundy, {speed} razy szybciej|Trwa {n} sekund, {speed} razy szybciej",
  clipMake: "Utwórz",
  clipWait: "Chwileczkę…",
  clipReady: "Gotowe: {size} kB",
  clipShown: "Klip",
  clipSave: "Zapisz",
};
