/**
 * One voice of a sound: a wave or noise, its pitch at first and at last (Hz), when it begins and how long it lasts (s), and
 * how loud it is, up to 1.
 * @typedef {[OscillatorType | "noise", number, number, number, number, number]} Voice
 */

/** Equal notes one after the other. @type {(pitches: number[], step: number, length: number, loudness: number) => Voice[]} */
const notes = (pitches, step, length, loudness) =>
  pitches.map((pitch, i) => ["triangle", pitch, pitch, i * step, length, loudness]);

/** Cards that slap on each other, quicker and quicker. @type {Voice[]} */
const RIFFLE = Array.from({ length: 12 }, (_, i) => [
  "noise",
  1400 + i * 130,
  900,
  0.34 * (1 - (1 - i / 12) ** 1.6),
  0.035,
  0.2,
]);

/** A chord that stays, after three notes. @type {Voice[]} */
const CHORD = [523, 659, 784, 1047].map((pitch) => ["triangle", pitch, pitch, 0.36, 1.1, 0.07]);

/** @type {{ [name: string]: Voice[] }} */
const SOUNDS = {
  move: [
    ["noise", 2600, 1100, 0, 0.05, 0.22],
    ["sine", 210, 140, 0.02, 0.06, 0.16],
  ],
  lock: [["noise", 2600, 1100, 0, 0.04, 0.14], ...notes([659, 988], 0.06, 0.16, 0.12)],
  row: notes([523, 659, 784, 1047, 1319], 0.07, 0.26, 0.12),
  refused: [["sine", 170, 105, 0, 0.16, 0.26]],
  shuffle: RIFFLE,
  tick: [["sine", 523, 500, 0, 0.09, 0.24]],
  go: notes([784, 1175], 0.09, 0.4, 0.16),
  overtook: notes([659, 880], 0.08, 0.18, 0.12),
  overtaken: notes([440, 349], 0.1, 0.2, 0.12),
  won: [...notes([523, 659, 784], 0.12, 0.3, 0.14), ...CHORD],
};
const SILENT = 0.0005;
const ATTACK_S = 0.006;
const NOISE_S = 0.5;

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let noise;

/** @import { SoundName } from "./sound.js" */

/** @param {SoundName} name */
export function playVoices(name) {
  audio ??= new AudioContext();
  void audio.resume();
  for (const voice of SOUNDS[name]) sing(audio, voice);
}

/** @param {AudioContext} context @param {Voice} voice */
function sing(context, [wave, from, to, begin, length, loudness]) {
  const start = context.currentTime + begin;
  const end = start + length;
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENT, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENT, end);
  gain.connect(context.destination);
  const source =
    wave === "noise"
      ? hiss(context, gain, from, to, start, end)
      : tone(context, gain, wave, from, to, start, end);
  source.start(start);
  source.stop(end);
}

/** @type {(context: AudioContext, gain: GainNode, wave: OscillatorType, from: number, to: number, start: number, end: number) => AudioScheduledSourceNode} */
function tone(context, gain, wave, from, to, start, end) {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(gain);
  return source;
}

/** Noise around a pitch: a card on cards. @type {(context: AudioContext, gain: GainNode, from: number, to: number, start: number, end: number) => AudioScheduledSourceNode} */
function hiss(context, gain, from, to, start, end) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  noise ??= newNoise(context);
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(filter).connect(gain);
  return source;
}

/** @param {AudioContext} context */
function newNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (const i of samples.keys()) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
