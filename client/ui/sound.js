/** The notes of each sound, in Hz. */
const SOUNDS = {
  move: [520],
  lock: [620, 830],
  refused: [180],
  shuffle: [330, 300, 360, 310],
  tick: [440],
  go: [880],
  overtook: [587, 880],
  overtaken: [440, 330],
  won: [523, 659, 784, 1047],
};
const NOTE_S = 0.07;

/** @type {AudioContext | undefined} */
let audio;

/** @typedef {keyof typeof SOUNDS} SoundName */

/** @param {SoundName} name */
export function play(name) {
  audio ??= new AudioContext();
  for (const [i, frequency] of SOUNDS[name].entries()) note(audio, frequency, audio.currentTime + i * NOTE_S);
}

/** @param {AudioContext} context @param {number} frequency @param {number} at */
function note(context, frequency, at) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE_S);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 2 * NOTE_S);
}
