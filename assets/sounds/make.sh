#!/usr/bin/env bash
# How the sounds in this folder were made: synthesis alone, nothing recorded. Needs SoX 14.4; run it here, it takes a minute.
#   bash make.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
RATE=44100
run() { sox -q -D -R "$@"; }                                   # -R: the same noise every time
tone() { local out=$1 seconds=$2; shift 2; run -n -r $RATE "$out" synth "$seconds" "$@"; }

# A loop: the six seconds behind its end are faded over its beginning, so that it comes round without a seam.
loop() { # stereo file, seconds, name
  run "$1" head.wav trim 0 "$2"; run "$1" tail.wav trim "$2" 6 fade t 0 6 6; run head.wav in.wav fade t 6
  run -m -v 1 in.wav -v 1 tail.wav "$3.wav" norm -6; run "$3.wav" -C 1 "$here/$3.ogg"; }
once() { run "$1.wav" -c 1 -C 2 "$here/$1.ogg"; }

# --- the sea: a body of filtered noise that breathes, a hiss of crests, a deep swell; the ears a little apart
sea() { # name, seconds, cut of the body, breath, level of the hiss, level of the deep
  local ear shift
  for ear in left right; do
    shift=$([ $ear = left ] && echo 0 || echo 19)
    tone body_$ear.wav 100 pinknoise trim $shift 66 lowpass "$3" highpass 55 tremolo "$([ $ear = left ] && echo "$4" || echo 0.0"$((${4#0.0} - 9))")" 58
    tone hiss_$ear.wav 100 whitenoise trim $shift 66 bandpass 1500 1000 tremolo 0.11 86 vol "$5"
    tone deep_$ear.wav 100 brownnoise trim $shift 66 lowpass 170 tremolo 0.1 42 vol "$6"
    tone slow_$ear.wav 100 pinknoise trim $shift 66 bandpass 700 500 tremolo 0.1 74 vol 0.2
    run -m body_$ear.wav hiss_$ear.wav deep_$ear.wav slow_$ear.wav mixed_$ear.wav
  done
  run -M mixed_left.wav mixed_right.wav "$1.both.wav"; loop "$1.both.wav" "$2" "$1"; }
sea sea_calm 60 520 0.083 0.09 0.55
sea sea_heavy 60 820 0.094 0.2 0.9

# --- wind: two gusty bands
for ear in left right; do
  shift=$([ $ear = left ] && echo 0 || echo 11)
  tone low_$ear.wav 70 brownnoise trim $shift 46 bandpass 320 120 tremolo 0.13 82
  tone high_$ear.wav 70 pinknoise trim $shift 46 bandpass 880 150 tremolo 0.1 94 vol 0.45
  run -m low_$ear.wav high_$ear.wav gust_$ear.wav
done
run -M gust_left.wav gust_right.wav wind.both.wav; loop wind.both.wav 40 wind

# --- guns: a crack, a body that falls in pitch, a roll over the water; far off only the roll is left, and its echoes
tone crack.wav 0.09 whitenoise fade l 0 0.09 0.085 vol 0.9
tone body.wav 1.1 sine 80-27 fade l 0.002 1.1 1.05 overdrive 14
tone roll.wav 3.4 brownnoise lowpass 260 fade l 0.01 3.4 3.3 vol 1.3
run -m crack.wav body.wav roll.wav gun_near.wav lowpass 4300 reverb 55 60 100 100 20 norm -1.5 fade 0 3.4 1; once gun_near
run gun_near.wav gun_far.wav lowpass 190 echo 0.8 0.7 310 0.35 690 0.2 reverb 80 70 100 norm -5 fade 0.03 4.2 2; once gun_far
tone snap.wav 0.5 whitenoise lowpass 3000 fade l 0.001 0.5 0.48; tone thump.wav 0.5 sine 140-52 fade l 0.001 0.5 0.45
run -m snap.wav thump.wav gun_light.wav reverb 35 norm -3; once gun_light

# --- an explosion, with what it threw up coming down
tone blast.wav 5 brownnoise lowpass 420 fade l 0.004 5 4.8 overdrive 10; tone heave.wav 2 sine 60-22 fade l 0.01 2 1.9
tone rain.wav 3 whitenoise highpass 1500 tremolo 17 95 fade t 0.9 3 1.9 vol 0.06
run -m blast.wav heave.wav rain.wav explosion.wav reverb 70 70 100 norm -1.5 fade 0 5 2; once explosion

# --- a column of water: rises, hangs, patters back
tone rise.wav 2.6 whitenoise bandpass 900 900 fade t 0.12 2.6 2.2; tone patter.wav 2.2 whitenoise highpass 2200 fade t 0.7 2.2 1.3 vol 0.3
tone plunge.wav 0.5 sine 120-60 fade l 0.005 0.5 0.45 vol 0.4
run -m rise.wav patter.wav plunge.wav splash.wav reverb 25 norm -3; once splash

# --- a hull that works in the sea, and one that goes down
tone groan.wav 2.2 sawtooth 34-47 tremolo 13 60 bandpass 410 60 fade t 0.4 2.2 0.7
tone strain.wav 2.2 sawtooth 51-39 tremolo 9 70 bandpass 730 50 fade t 0.7 2.2 0.5 vol 0.5
run -m groan.wav strain.wav creak.wav reverb 60 norm -9; once creak
tone rumble.wav 7 brownnoise lowpass 300 tremolo 3.1 50 fade t 1.2 7 3; tone air.wav 7 whitenoise bandpass 600 300 tremolo 7.3 90 fade t 2.5 7 2.5 vol 0.25
run creak.wav late.wav pad 1.1 2; run -m rumble.wav air.wav late.wav sinking.wav reverb 60 norm -4; once sinking

# --- musketry and marching feet: many short strokes of noise laid side by side
python3 - <<'P'
import array, math, random, wave
RATE = 44100
def written(name, samples, peak):
    loudest = max(map(abs, samples))
    with wave.open(name, "wb") as out:
        out.setparams((1, 2, RATE, 0, "NONE", ""))
        out.writeframes(array.array("h", [int(peak * value / loudest) for value in samples]).tobytes())
def stroke(samples, at, seconds, loud, smooth, decay, body, rng):
    held, start = 0.0, int(at * RATE)
    for i in range(min(int(seconds * RATE), len(samples) - start)):
        held = held * smooth + rng.uniform(-1, 1) * (1 - smooth)
        t = i / RATE
        samples[start + i] += loud * (held * math.exp(-decay * t) + body * math.sin(math.tau * (150 - 300 * t) * t) * math.exp(-30 * t))
rng, volley = random.Random(1879), [0.0] * int(RATE * 2.8)
for shot in range(38):                                         # most fire on the word, some behind it
    at = abs(rng.gauss(0.28, 0.16)) if shot < 26 else rng.uniform(0.5, 1.9)
    stroke(volley, at, 0.13, rng.uniform(0.35, 1), rng.uniform(0.25, 0.6), rng.uniform(36, 70), 0.5, rng)
written("shots.wav", volley, 30000)
rng, feet = random.Random(66), [0.0] * (RATE * 4)
for pace in range(8):                                          # a hundred and twenty to the minute
    for _ in range(60):
        stroke(feet, pace * 0.5 + abs(rng.gauss(0.02, 0.022)), 0.07, rng.uniform(0.2, 1), rng.uniform(0.75, 0.92), 60, 0.0, rng)
written("paces.wav", feet, 26000)
P
run shots.wav volley.wav reverb 45 60 100 norm -2; once volley
run paces.wav marching.wav lowpass 2600 reverb 25 norm -8; once marching
ls -l "$here"/*.ogg
