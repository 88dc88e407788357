import { faded, placeAt, rect, shape, times, trace } from './shapes.ts'

/** Festive motifs: ribbons, doves, ears of wheat, the Great Wall. */

/** A broad ribbon waving across, `w` wide and about 150 high. */
export const ribbon = (x: number, y: number, w: number, cloth: string, hem: string) => {
  const k = w / 1200
  const wave = (dy: number) =>
    `M${x - 20} ${y + 60 + dy}C${x + 180 * k} ${y - 40 + dy} ${x + 360 * k} ${y + 10 + dy} ${x + 560 * k} ${y + 60 + dy}S${x + 960 * k} ${y + 130 + dy} ${x + 1220 * k} ${y + 10 + dy}`
  const back = `C${x + 960 * k} ${y + 230} ${x + 760 * k} ${y + 170} ${x + 560 * k} ${y + 140}S${x + 180 * k} ${y + 60} ${x - 20} ${y + 150}z`
  return [
    shape(`${wave(0)}V${y + 96}${back}`, cloth),
    shape(
      `${wave(34)}V${y + 70}C${x + 960 * k} ${y + 180} ${x + 760 * k} ${y + 140} ${x + 560 * k} ${y + 112}S${x + 180 * k} ${y + 30} ${x - 20} ${y + 116}z`,
      '#fff',
      'opacity=".1"',
    ),
    trace(wave(0), hem, 5),
    trace(`M${x + 1220 * k} ${y + 96}${back.slice(0, -1)}`, hem, 5),
  ].join('')
}

const DOVE =
  'M0 0C-18-16-40-20-62-14C-48-10-40-4-34 4C-52 6-66 14-76 28C-56 24-40 26-26 32C-12 40 10 40 26 28C34 22 40 14 42 4L58-4L42-8C36-18 20-20 10-10C8-34 22-58 48-72C8-74-12-44-10-14'

/** Three doves in flight. */
export const doves = (x: number, y: number, body: string, line: string) =>
  [
    [0, 0, 1.1, -8],
    [150, -70, 0.8, 4],
    [250, 10, 0.62, -14],
  ]
    .map(([dx, dy, size, turn]) =>
      placeAt(x + dx!, y + dy!, shape(DOVE, body, `stroke="${line}" stroke-width="2.5" stroke-linejoin="round"`), {
        size,
        turn,
      }),
    )
    .join('')

/** An ear of wheat that bows outwards, 360 high at size 1, its foot at `x`, `y`. */
export const wheat = (x: number, y: number, size: number, colour: string, flip = false) =>
  placeAt(
    x,
    y,
    trace('M60 0C-10-60-60-180-50-360', colour, 7, 'stroke-linecap="round"') +
      times(8, i => {
        const t = i / 7
        const px = -22 - t * 30 + t * t * 4
        const py = -120 - t * 220
        return placeAt(
          px,
          py,
          shape('M0 0C-30-4-44-24-40-54C-16-46 0-26 0 0z', colour) +
            shape('M4-6C4-36 20-52 44-56C46-28 30-10 4-6z', colour, 'opacity=".8"'),
          { turn: -12 + t * 14 },
        )
      }) +
      trace('M-50-360q0-40 8-70M-56-340q-16-40-14-76M-44-340q14-34 26-60', colour, 3, 'stroke-linecap="round"'),
    { size, flip },
  )

/** `count` merlons, each `rise` lower than the one before. */
const battlements = (count: number, step: number, rise: number) =>
  times(count, () => `h${step * 0.55}v12h${step * 0.45}v${-12 + rise}`)

/** Hills and the Great Wall running over them to a watch tower; `foot` is the picture's lower edge. */
export const greatWall = (near: string, far: string, foot: number) =>
  [
    faded(
      0.25,
      shape(
        `M0 ${foot}V${foot - 190}C150 ${foot - 300} 240 ${foot - 200} 360 ${foot - 230}S620 ${foot - 380} 760 ${foot - 250}S1040 ${foot - 330} 1200 ${foot - 260}V${foot}z`,
        near,
      ),
    ),
    faded(
      0.5,
      shape(
        `M0 ${foot}V${foot - 110}C200 ${foot - 220} 330 ${foot - 130} 480 ${foot - 150}S800 ${foot - 290} 960 ${foot - 190}S1140 ${foot - 150} 1200 ${foot - 170}V${foot}z`,
        near,
      ),
    ),
    shape(
      `M0 ${foot}V${foot - 60}${battlements(10, 44, -6)}V${foot - 150}h24${battlements(8, 42, 10)}${battlements(10, 42, -9)}V${foot}z`,
      near,
    ),
    placeAt(
      470,
      foot - 116,
      rect(-64, -120, 128, 150, near) +
        shape('M-74-120v-30h22v14h22v-14h22v14h16v-14h22v14h22v-14h22v30z', near) +
        times(3, i => shape(`M${-44 + i * 34} -54v-24a10 10 0 0 1 20 0v24z`, far)) +
        rect(-64, -40, 128, 6, far, 'opacity=".5"'),
    ),
    placeAt(
      1010,
      foot - 108,
      rect(-40, -74, 80, 100, near) +
        shape('M-48-74v-22h16v10h16v-10h16v10h16v-10h16v10h16v22z', near) +
        times(2, i => shape(`M${-24 + i * 28} -28v-18a9 9 0 0 1 18 0v18z`, far)),
    ),
    trace(
      `M0 ${foot - 28}C300 ${foot - 60} 500 ${foot - 40} 700 ${foot - 50}S1000 ${foot - 40} 1200 ${foot - 60}`,
      far,
      3,
      'opacity=".5"',
    ),
  ].join('')
