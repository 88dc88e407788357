import { browserApi } from '#api/browser.ts'
import { type Legacy, type LegacyApply, type Proof, type Scan, sendScan, submitLegacy } from './legacyCalls.ts'

export type OwnApply = LegacyApply & { own: NonNullable<LegacyApply['own']> }

/** Strips the phone number and the codes; they must not be stored in the browser. */
export const withoutPhone = ({ contactMobile: _, smsCode: __, captcha: ___, ...typed }: Record<string, string>) => typed

/** A visitor's code becomes a ticket once: whatever is refused later, no second code is needed. */
export async function provePhone({ needsCode }: Legacy, phone: string, code: string): Promise<Proof | null> {
  if (!needsCode) return null
  return { phone, ...(await browserApi('POST /qualification/old/phone', { contactMobile: phone, smsCode: code })) }
}

/** Uploads files one at a time; `sent` is called after each. */
export async function sendScans(files: File[], before: Scan[], proof: Proof | null, sent: (all: Scan[]) => void) {
  let all = before
  for (const file of files) {
    all = [...all, await sendScan(file, proof)]
    sent(all)
  }
  return all
}

/** Submits in the shape of the contract: list choices by their numbers, closed fields with their previous values. */
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
  )
}
export const ANSWER = 'answer-'

const numberOf = (chosen: string | undefined) => (/^\d+$/.test(chosen ?? '') ? Number(chosen) : undefined)
