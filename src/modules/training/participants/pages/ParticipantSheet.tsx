import { useRef, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import type { FormRow } from '#lib/form/form.ts'
import { sendFile } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { Problem } from '#ui/form/Problem.tsx'

type Props = { courseId: number; ticket: string | undefined; add: (people: FormRow[]) => void }
type Told = { said?: string; problem?: string; errors?: { row: number; label: string; text: string }[] }

/** Everybody at once, from the association's workbook: what is wrong in it is told by its rows. */
export function ParticipantSheet({ courseId, ticket, add }: Props) {
  const [told, setTold] = useState<Told>({})
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    setTold({ said: '正在读取…' })
    try {
      const fields = { trainingId: courseId }
      const { participants, errors } = await sendFile('POST /app/training/participants/read', file, ticket, fields)
      add(participants as FormRow[])
      setTold({ said: `已填入 ${participants.length} 人，请核对${errors.length ? '' : '后提交'}`, errors })
    } catch (thrown) {
      setTold({ problem: refusalOf(thrown).message })
    } finally {
      input.current!.value = ''
    }
  }
  return (
    <div className="participant-sheet">
      <label className="button">
        从 Excel 填入
        <input
          ref={input}
          className="hidden-text"
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={event => void read(event.target.files?.[0])}
        />
      </label>
      <a href={`/api/app/training/participants/template?trainingId=${courseId}`} download>
        下载 Excel 模板
      </a>
      <p role="status">{told.said}</p>
      <Problem>{told.problem}</Problem>
      {told.errors && told.errors.length > 0 && (
        <div className="remark">
          <p>
            <b>文件中有 {told.errors.length} 处有误</b>可在下面直接更正：
          </p>
          <ul>
            {told.errors.map(({ row, label, text }) => (
              <li key={row + label}>
                第 {row} 行 {label}：{text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
