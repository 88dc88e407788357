import type { Ctx } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import type { About, Application, Kind } from './applicationKinds.ts'
import { type Sent, submit } from './applications.ts'

/** Runs `submit` and rolls it back: throws all errors, stores nothing. */
export const checkSubmission = (ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> =>
  dryRun(ctx, tx => submit(tx, kind, sent, about))
