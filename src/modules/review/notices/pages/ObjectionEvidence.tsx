import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import { invalid } from '#lib/error.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { filesIn, papers } from '#ui/form/papers.ts'
import { MOST_FILES } from '../objection.ts'
import { type Receipt, sendEvidence } from './objectionTicket.ts'

/** The receipt of an objection, and the papers that go with it: each is there as soon as it has gone up. */
export function ObjectionEvidence({ receipt: { number, ticket } }: { receipt: Receipt }) {
  const [sent, setSent] = useState<string[]>([])
  const [sending, setSending] = useState('')
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  const form = useLightForm(async () => {
    const files = filesIn(form.data(), 'evidence')
    if (files.length === 0) throw wrong('请选择文件')
    try {
      for (const file of files) {
        setSending(`正在上传 ${file.name}…`)
        await sendEvidence(ticket, file)
        setSent(names => [...names, file.name])
      }
      form.element.current!.reset()
    } catch (error) {
      throw wrong(refusalOf(error).message)
    } finally {
      setSending('')
    }
  })
  return (
    <>
      <p ref={message} className="notice-receipt" role="status" tabIndex={-1}>
        异议已提交，受理编号 <b>{number}</b>。公示已暂停计时，核查结果会以短信告知您，并在本页公布。
      </p>
      <LightForm of={form} label="上传证明材料" action="上传材料" busy="正在上传…">
        <LightInput
          name="evidence"
          label="证明材料"
          hint={`${papers.told}，最多 ${MOST_FILES} 个；在本页关闭前可以补充`}
          error={form.errors.evidence}
          type="file"
          accept={papers.accept}
          multiple
        />
        <p className="light-status" role="status">
          {sending || (sent.length > 0 && `已上传：${sent.join('、')}`)}
        </p>
      </LightForm>
    </>
  )
}

const wrong = (message: string) => invalid(message, { evidence: message })
