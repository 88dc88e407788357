import type { Duty } from '#lib/access/duties.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import type { MessageKind } from '#modules/messages/messageKinds.ts'
import { type Stage, type State, stageOf } from '../workflow.ts'
import { type Questions, readQuestions } from './questions.ts'
import type { application } from './tables.ts'

export type Application = typeof application.$inferSelect

/** A place for files in an application. */
export type Slot = { code: string; name: string; required?: boolean; max: number; hint?: string }

export type Schema = { path: readonly Stage[]; fields: readonly FormField[]; slots: readonly Slot[] }

/** What is known of an application, which may be yet to begin. */
export type Begun = Pick<Application, 'subjectId'> & Partial<Pick<Application, 'id' | 'form' | 'questionsId'>>

/** Kind of application, defined by the module that owns its business; `review` knows nothing else about it. */
export type Kind = {
  kind: string
  name: string
  /** Prefix of its numbers: `RH` in RH2026-000123. */
  prefix: string
  /** Fields, slots for files and stages; may differ from one application to the next. */
  schema: (ctx: Pick<Ctx, 'db' | 'now'>, application: Begun) => Promise<Schema>
  /**
   * Questions and files that the association asks for today, where it may change them. A draft follows the change; what
   * was handed in keeps its own.
   */
  questions?: (ctx: Pick<Ctx, 'db' | 'now'>, application: Begun) => Promise<Questions>
  /** Duty that its calls take of a clerk of the company; absent: `applications`. */
  duty?: Duty
  /** Category of its messages. */
  messages: MessageKind
  /** The page on which the applicant goes on with it, in this state; the general one where it says nothing. */
  route?: (state: State, id: number, application: Application) => string
  /** True if everybody reads its texts once it is approved: their words are then checked on submission and at the desk. */
  publishes: boolean
  /** Builds the title from the form; or keeps the one given at the beginning. */
  title: (values: FormValues, application: Pick<Application, 'title'>) => string
  /** Reads the applicant's name from the title of one that a visitor without an account handed in. */
  visitorIn?: (title: string) => string
  /** Opens the calls of `applying/contract.ts` to its applicants; without it the kind has its own calls. */
  applicant?: Applicant
  /** Validates across fields; its errors are reported together with those of single fields. */
  faults?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<FieldErrors>
  /** Checks on submission that only this module can do; throws on failure. */
  check?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<void>
  /** Chooses the action of a submission after `check`, instead of `submit`: `queue` if there is no place left. */
  comesIn?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<'submit' | 'queue'>
  /** True if the applicant may correct it while it is undecided or unpaid; it is then reviewed again. */
  mayAmend?: boolean
  /** Last day for the applicant to act or wait in this state; null: the usual time. */
  dueOn?: (ctx: Ctx, application: Application, state: State) => Promise<string | null>
  /** Content of its public notice. */
  notice?: (
    ctx: Ctx,
    application: Application,
    values: FormValues,
  ) => Promise<{ title: string; detail: string; provinceCode?: string; table?: NoticeTable }>
  /** Minimum calendar days of its notice, if longer than five working days. */
  noticeDays?: number
  /** Why whoever asks may not decide on it, whatever their desk. */
  bars?: (ctx: Ctx, application: Application) => Promise<string | undefined>
  /** Returns the payment as claimed by the applicant. */
  payment?: (ctx: Pick<Ctx, 'db'>, application: Application) => Promise<Payment | undefined>
  /** Further facts for the reviewer: register data of the applicant, with links. */
  aside?: (ctx: Ctx, application: Application, values: FormValues) => Promise<Aside[]>
  /** The place for its sealed paper, for which another way may stand where the association says so (`confirming`). */
  sealedSlot?: string
  /** Returns the phone from the form, to notify applicants without an account by SMS. */
  phone?: (values: FormValues) => string
  /** Permission and route of the staff who handle it, if not those of the review. */
  desk?: (application: Application) => { permission: Permission; route: string } | undefined
  /** Stages that staff decide on a screen of their own, since there is more to say than yes or no. */
  elsewhere?: Partial<Record<Stage, SeparateScreen>>
  /** Title of an announcement of several: 拟吸收某某等 3 家单位为会员. */
  announces?: (first: string, count: number, of: { ctx: Ctx; ids: readonly number[] }) => string | Promise<string>
  /** Columns shown to a meeting beside its name. */
  agenda?: Agenda
  /** States whose effects leave nothing behind when a decision of a reviewer that led there is taken back. */
  reversible?: readonly State[]
  /** Effects of reaching a state, in the same transaction. */
  entered?: Partial<Record<State, (ctx: Ctx, entered: Entered) => Promise<Effect | undefined>>>
}
/** `hint`: where to decide, as staff are told who try it here. `route`: what a message about it leads to. */
export type SeparateScreen = { hint: string; route?: (id: number) => string }
/** Owner and subject of an application. */
export type About = { organisationId?: number | null; personId?: number | null; subjectId?: number | null }
/** Behaviour of a kind on the applicant's side. */
export type Applicant = {
  /** Checks who may begin one and about what; throws if not allowed. Absent: begun by a call of its own. */
  begin?: (ctx: Ctx, subjectId: number | undefined) => Promise<About>
  /** Prefills a new form with known values. */
  known?: (ctx: Ctx, about: About) => Promise<FormValues>
  /** True if another may be begun after one was approved. */
  again?: boolean
  /** Why the applicant may not write in it now, although it is their turn. */
  hindrance?: (ctx: Ctx, application: Application) => Promise<string | null>
  /** Effects of a save or submission, in the same transaction; throws to refuse it. */
  written?: (ctx: Ctx, application: Application) => Promise<void>
}
/** `share`: of the width of the printed agenda, in millimetres. `rows`: by the application's id, cell by cell. */
export type Agenda = {
  columns: readonly { name: string; share: number }[]
  rows: (ctx: Ctx, applications: readonly Application[]) => Promise<Map<number, AgendaRow>>
}
/** `lacks`: what must be seen to before a meeting can decide on it. */
export type AgendaRow = { cells: string[]; lacks?: string | undefined }
/** Table of everyone named in a notice of many. */
export type NoticeTable = { head: string[]; rows: string[][] }
export type Entered = { application: Application; values: FormValues }
export type Aside = {
  title: string
  /** The facts are conditions: a decision that passes over one that is not met says why. */
  isConditions?: true
  facts: { label: string; text: string; isBad?: boolean }[]
  link?: { name: string; route: string }
}
export type Payment = { amount: number; facts: { label: string; text: string }[]; slipId: number | null }
/** Result of an effect, and text added to its message. */
export type Effect = { resultId?: number; say?: string }

const kinds = new Map<string, Kind>()

/** `schema` gets the association's own questions: today's, or those with which the application was handed in. */
type KindDefinition = Omit<Kind, 'schema'> & {
  schema: (ctx: Pick<Ctx, 'db' | 'now'>, application: Begun, questions: Questions) => Promise<Schema>
}
const NO_QUESTIONS: Questions = { fields: [], slots: [] }

export function defineKind({ schema, ...definition }: KindDefinition): Kind {
  const kind: Kind = {
    ...definition,
    schema: async (ctx, of) =>
      schema(
        ctx,
        of,
        of.questionsId ? await readQuestions(ctx, of.questionsId) : ((await kind.questions?.(ctx, of)) ?? NO_QUESTIONS),
      ),
  }
  if (kinds.has(kind.kind)) throw new Error(`two kinds of application are called ${kind.kind}`)
  kinds.set(kind.kind, kind)
  return kind
}

export function kindOf({ kind }: Pick<Application, 'kind'>): Kind {
  const found = kinds.get(kind)
  if (!found) throw new Error(`there is no kind of application called ${kind}`)
  return found
}

/** Returns the separate screen on which this state is decided, if the kind has one. */
export function separateScreenOf(of: Application): SeparateScreen | undefined {
  const stage = stageOf(of.state)
  return stage && kindOf(of).elsewhere?.[stage]
}

export const allKinds = () => [...kinds.values()]

/** Builds the schema of a kind that is the same for every application. */
export const fixedSchema =
  (schema: Partial<Schema> & Pick<Schema, 'path' | 'fields'>) => async (): Promise<Schema> => ({
    slots: [],
    ...schema,
  })

/** The place for the sealed paper, where this application has one. */
export const sealedSlotOf = (of: Pick<Application, 'kind'>, { slots }: Pick<Schema, 'slots'>): Slot | undefined =>
  slots.find(({ code }) => code === kindOf(of).sealedSlot)

export const slotName = ({ slots }: Schema, code: string) => slots.find(slot => slot.code === code)?.name ?? code
