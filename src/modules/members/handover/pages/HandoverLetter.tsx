import { useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import { invalid } from '#lib/error.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { filesIn, papers } from '#ui/form/papers.ts'
import { withTicket } from './handoverTicket.ts'

const MOST = 3

/** The stamped letter, one page or a few: goes up file by file, and is handed in with the last. */
export function HandoverLetter({ ticket, done }: { ticket: string; done: () => void }) {
  const [sending, setSending] = useState('')
  const form = useLightForm(async () => {
    const files = filesIn(form.data(), 'letter')
    if (files.length === 0) throw wrong('请选择变更函')
    if (files.length > MOST) throw wrong(`最多 ${MOST} 个文件`)
    try {
      const fileIds: number[] = []
      for (const [i, file] of files.entries()) {
        setSending(`正在上传第 ${i + 1} 个文件，共 ${files.length} 个…`)
        const body = new FormData()
        body.append('file', file)
        fileIds.push((await withTicket('POST /handover/letter', ticket, body)).id)
      }
      await withTicket('POST /handover/submit', ticket, { fileIds })
      done()
    } catch (error) {
      throw wrong(refusalOf(error).message)
    } finally {
      setSending('')
    }
  })
  return (
    <LightForm of={form} label="上传变更函" action="提交变更函" busy="正在提交…">
      <LightInput
        name="letter"
        label="加盖公章的变更函"
        hint={`${papers.told}，最多 ${MOST} 个；公章和文字须清晰`}
        error={form.errors.letter}
        type="file"
        accept={papers.accept}
        multiple
        required
      />
      <p className="light-status" role="status">
        {sending}
      </p>
    </LightForm>
  )
}

const wrong = (message: string) => invalid(message, { letter: message })
