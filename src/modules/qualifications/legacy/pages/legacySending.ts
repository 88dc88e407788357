import { browserApi } from '#api/browser.ts'
import { isRefusal, Refusal } from '#lib/error.ts'
import { type Legacy, type LegacyApply, type Proof, type Scan, sendScan, submitLegacy } from './legacyCalls.ts'

export type OwnApply = LegacyApply & { own: NonNullable<LegacyApply['own']> }

/** What is typed into the form; of somebody's phone nothing unless asked for. */
export function typedIn(form: HTMLFormElement | null, { withPhone = false } = {}): Record<string, string> {
  const typed = form ? [...new FormData(form)] : []
  const kept = typed.filter(([name, value]) => typeof value === 'string' && !/^(code|captcha)$/.test(name))
  return Object.fromEntries(kept.filter(([name]) => withPhone || name !== 'contactMobile')) as Record<string, string>
}

export const chosenFiles = (form: HTMLFormElement | null): File[] =>
  form ? (new FormData(form).getAll('certScan').filter(file => file instanceof File && file.size > 0) as File[]) : []

/** A visitor's code becomes a ticket once: whatever is refused later, no second code is needed. */
export async function provePhone({ needsCode }: Legacy, phone: string, code: string): Promise<Proof | null> {
  if (!needsCode) return null
  return {
    phone,
    ...(await browserApi('POST /qualification/old/phone', { contactMobile: phone, smsCode: code }).catch(atCode)),
  }
}

/** The form has its field for the code under another name. */
export function atCode(error: unknown): never {
  if (!isRefusal(error) || !error.fields?.smsCode) throw error
  const { smsCode, ...others } = error.fields
  throw new Refusal(error.code, error.message, { ...others, code: smsCode })
}

/** One file after the other; `sent` hears of each as soon as it is there. */
export async function sendScans(files: File[], before: Scan[], proof: Proof | null, sent: (all: Scan[]) => void) {
  let all = before
  for (const file of files) {
    all = [...all, await sendScan(file, proof)]
    sent(all)
  }
  return all
}

/** As the contract has it: chosen from lists by their numbers, and what was closed as it is. */
export function submitTyped(typed: Record<string, string>, scans: Scan[], proof: Proof | null, of?: OwnApply) {
  const { childId, levelId, agree, ...form } = { ...(of?.own.form as Record<string, string> | undefined), ...typed }
  const answers = Object.entries(typed).filter(([name]) => name.startsWith(ANSWER))
  return submitLegacy(
    {
      ...form,
      childId: numberOf(childId),
      levelId: numberOf(levelId),
      agree: Boolean(agree),
      id: of?.id,
      certScan: scans.map(({ id }) => id),
      answers: Object.fromEntries(answers.map(([name, text]) => [name.slice(ANSWER.length), text])),
    },
    proof,
  ).catch(atCode)
}
export const ANSWER = 'answer-'

const numberOf = (chosen: string | undefined) => (/^\d+$/.test(chosen ?? '') ? Number(chosen) : undefined)
