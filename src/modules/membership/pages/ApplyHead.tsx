import { Alert, Steps } from 'antd'
import type { State } from '#modules/review/workflow.ts'

type Head = { number: string | null; status: State; statusName: string; deadline: string | null }
type Props = { head: Head; step: number }

const STEPS = ['填写申请表', '上传盖章材料', '审议与公示', '缴纳会费', '入会']

/** Which step of joining this is, and what the association waits for. */
export function ApplyHead({ head: { number, status, statusName, deadline }, step }: Props) {
  return (
    <header className="apply-head">
      <h1 tabIndex={-1}>入会申请</h1>
      <p className="faint">
        {number ? `编号 ${number} · ${statusName}` : '填写的内容会自动保存，可随时离开，换一台设备也能继续'}
      </p>
      <Steps current={step} items={STEPS.map(title => ({ title }))} responsive />
      {(status === 'returned' || status === 'materialsReturned') && (
        <Alert
          type="warning"
          showIcon
          title="申请被退回，请按标注的要求补正后重新提交"
          description={deadline && `请在 ${deadline} 前提交，逾期申请将自动终止。只有被标注的内容可以修改。`}
        />
      )}
    </header>
  )
}
