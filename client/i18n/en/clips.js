export default {
  clipPlayers: "Players, up to four",
  clipFrom: "From",
  clipTo: "To",
  clipLength: "Length",
  clipSeconds: "At most {n} seconds",
  clipRecording: "Recording: {n} second to go|Recording: {n} seconds to go",
  clipNoVideo: "This browser can't record this clip.",
  clipPace: "Lasts {n} second|Lasts {n} seconds",
  clipFaster: "Lasts {n} second, {speed} times as fast|Lasts {n} seconds, {speed} times as fast",
  clipMake: "Create",
  clipReady: "Ready: {size} kB",
  clipSave: "Save",
};
