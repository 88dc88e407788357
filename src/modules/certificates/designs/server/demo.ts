import type { Services } from '#lib/server/api/context.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { readGroup, writeSetting } from '#modules/settings/server/settings.ts'
import { ROUND_SEAL, roundSeal } from './roundSeal.ts'

/** The seal of the demo association, with the name that it has. Where it is printed the designs of its pack say. */
export async function demoSeal(ctx: Services & { now: Date }): Promise<void> {
  const { name } = await readGroup(ctx, 'association')
  const file = await keepFile(ctx, {
    name: '印章.png',
    type: 'image/png',
    bytes: await roundSeal(name),
    width: ROUND_SEAL,
    height: ROUND_SEAL,
    isPublic: false,
    isConfined: true,
  })
  await writeSetting(ctx, 'seal', { file })
}
