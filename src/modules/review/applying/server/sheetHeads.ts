import type { Ctx } from '#lib/server/api/context.ts'
import type { FormDocument } from '#lib/server/documents/formDocument.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'

export type SheetHead = {
  /** Replaces the default title. */
  title?: string
  /** Sections before the form. */
  before?: FormDocument['sections']
}
type Head = (ctx: Ctx, of: Application) => Promise<SheetHead>

const heads = new Map<string, Head>()

/** Registers the sections that a kind prints before its form; called by the module that owns the kind. */
export const defineSheetHead = ({ kind }: Kind, head: Head): void => void heads.set(kind, head)

export const sheetHead: Head = async (ctx, of) => (await heads.get(of.kind)?.(ctx, of)) ?? {}
