import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { UploadedFile } from '#ui/Upload.tsx'

type Apply2 = Output<ApiContract['GET /member/getApply2']>
type Slots = Record<string, UploadedFile[]>

/** The files of each slot: kept on the server as they come, one save after another, and handed in together. */
export function useMaterials(apply: Apply2) {
  const bySlot = <Value>(of: (slot: Apply2['slots'][number]) => Value) =>
    Object.fromEntries(apply.slots.map(slot => [slot.slot, of(slot)]))
  const [slots, setSlots] = useState<Slots>(() => bySlot(({ files }) => files))
  const [matches, setMatches] = useState(() => bySlot(({ match }) => match))
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const latest = useRef({ slots, version: apply.version ?? undefined })
  const saving = useRef(Promise.resolve())
  const handing = useSubmit('POST /member/apply2Submit')
  const applyId = apply.applyId!
  const sent = () => ({ applyId, version: latest.current.version, files: filesIn(latest.current.slots), answers })

  const save = async () => {
    try {
      const { version } = await browserApi('POST /member/apply2Submit', { ...sent(), action: 'save' })
      latest.current.version = version
      setProblem('')
      const { slots: seen } = await browserApi('GET /member/getApply2', {})
      setMatches(Object.fromEntries(seen.map(({ slot, match }) => [slot, match])))
    } catch (error) {
      setProblem(refusalOf(error).message)
    }
  }
  return {
    ...{ slots, matches, answers, setAnswers, problem, handing },
    change(slot: string, files: UploadedFile[]) {
      latest.current.slots = { ...latest.current.slots, [slot]: files }
      setSlots(latest.current.slots)
      saving.current = saving.current.then(save)
    },
    async handIn() {
      await saving.current
      return handing.submit({ ...sent(), action: 'submit' })
    },
  }
}

const filesIn = (slots: Slots) =>
  Object.entries(slots).flatMap(([slot, files]) => files.map(({ id: fileId }) => ({ slot, fileId })))
