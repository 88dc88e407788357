import { typedKeys } from '#lib/keys.ts'
import { chance } from '#lib/random.ts'
import { COVER, materials, svg } from './pictures/canvas.ts'
import { award } from './pictures/scenes/award.ts'
import { boiler } from './pictures/scenes/boiler.ts'
import { burner } from './pictures/scenes/burner.ts'
import { cleaning } from './pictures/scenes/cleaning.ts'
import { documents } from './pictures/scenes/document.ts'
import { lab } from './pictures/scenes/lab.ts'
import { meeting } from './pictures/scenes/meeting.ts'
import { partyBuilding } from './pictures/scenes/party.ts'
import { pipeline } from './pictures/scenes/pipe.ts'
import { plant } from './pictures/scenes/plant.ts'
import { training } from './pictures/scenes/training.ts'
import { water } from './pictures/scenes/water.ts'
import { tones } from './pictures/tones.ts'

const scenes = {
  boiler,
  lab,
  water,
  cleaning,
  meeting,
  training,
  plant,
  award,
  burner,
  party: partyBuilding,
  document: documents,
  pipe: pipeline,
}
export type Kind = keyof typeof scenes
export const kinds = typedKeys(scenes)

/** The cover of an article, 1200 × 675. Neighbouring seeds give different compositions, then other colours. */
export function picture(kind: Kind, seed: number): string {
  const compositions = scenes[kind]
  const which = seed % compositions.length
  const round = Math.floor(seed / compositions.length)
  const scene = compositions[which]!
  const tone = tones[(which + round * 3) % tones.length]!
  const drawn = scene(tone, chance(seed))
  const mirrored = round % 2 === 1 && !scene.oneWay
  return svg(COVER, materials(tone), mirrored ? `<g transform="matrix(-1 0 0 1 ${COVER.width} 0)">${drawn}</g>` : drawn)
}
