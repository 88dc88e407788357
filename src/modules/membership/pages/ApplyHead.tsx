import { Alert } from 'antd'
import type { State } from '#modules/review/workflow.ts'
import { Stages } from '#ui/Timeline.tsx'

type Head = { number: string | null; status: State; statusName: string; deadline: string | null }

type Props = { head: Head; step: number; remarks: readonly { label: string; text: string }[] }

const STEPS = ['填写申请表', '上传盖章材料', '审议与公示', '缴纳会费', '入会']

/** Which step of joining this is, and what a return asks for. */
export function ApplyHead({ head: { number, status, statusName, deadline }, step, remarks }: Props) {
  const stages = STEPS.map((name, i) => ({ name, state: stateOf(i - step) }))
  return (
    <header className="centre-card apply-head">
      <Stages stages={stages} />
      <p>{number ? `编号 ${number} · ${statusName}` : '填写的内容会自动保存，可以随时离开，换一台设备也能继续。'}</p>
      {(status === 'returned' || status === 'materialsReturned') && (
        <Alert
          type="warning"
          showIcon
          title="申请被退回，请按标注的要求补正后重新提交"
          description={
            <>
              <p>只有被标注的内容可以修改。{deadline && `请在 ${deadline} 前提交，逾期申请将自动终止。`}</p>
              <ul>
                {remarks.map(({ label, text }) => (
                  <li key={label + text}>
                    <b>{label}：</b>
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

const stateOf = (distance: number) =>
  distance < 0 ? ('done' as const) : distance === 0 ? ('current' as const) : ('todo' as const)
