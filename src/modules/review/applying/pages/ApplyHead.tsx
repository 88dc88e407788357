import { Alert } from 'antd'
import type { State } from '#modules/review/workflow.ts'
import { FieldLink } from '#ui/form/FieldLink.tsx'
import { Stages } from '#ui/Timeline.tsx'
import '#modules/review/pages/apply.css'
import { longDay } from '#lib/dates.ts'
import { keepTogether } from '#ui/keepTogether.tsx'

type Head = { number: string | null; status: State; statusName: string; deadline: string | null }

type Props = {
  head: Head
  /** Shown if the heading of the screen does not name the application. */
  title?: string
  stages: Parameters<typeof Stages>[0]['stages']
  remarks: readonly { label: string; text: string; field?: string; slot?: string }[]
}

/** Shows the current step of an application and what a return asks for. */
export function ApplyHead({ head: { number, status, statusName, deadline }, title, stages, remarks }: Props) {
  return (
    <header className="centre-card apply-head">
      {title && <h2>{title}</h2>}
      <Stages stages={stages} />
      <p>
        {number
          ? keepTogether(`编号 ${number} · ${statusName}`)
          : '填写的内容会自动保存，可以随时离开，换一台设备也能继续。'}
      </p>
      {(status === 'returned' || status === 'materialsReturned') && (
        <Alert
          type="warning"
          showIcon
          title="申请被退回，请按标注的要求补正后重新提交"
          description={
            <>
              <p>
                只有被标注的内容可以修改。
                {deadline && keepTogether(`请在 ${longDay(deadline)} 前提交，逾期申请将自动终止。`)}
              </p>
              <ul>
                {remarks.map(({ label, text, field = '', slot = field }) => (
                  <li key={label + text}>
                    <b>{slot ? <FieldLink name={slot}>{label}</FieldLink> : label}：</b>
                    {text}
                  </li>
                ))}
              </ul>
            </>
          }
        />
      )}
    </header>
  )
}
