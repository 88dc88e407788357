import { Alert, Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Remark } from '#ui/form/Remarks.tsx'
import { States } from '#ui/States.tsx'
import { Upload } from '#ui/Upload.tsx'
import { ApplyHead } from './ApplyHead.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { FeeForm } from './FeeForm.tsx'
import { useMaterials } from './useMaterials.ts'
import './apply.css'

type Apply2 = Output<ApiContract['GET /member/getApply2']>

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials() {
  const answer = useApi('GET /member/getApply2', {})
  return (
    <States answer={answer}>
      {apply => (
        <>
          <ApplyHead step={stepOf(apply)} head={apply} remarks={apply.auditReason} />
          {apply.fee && <FeeForm apply={apply} fee={apply.fee} done={answer.reload} />}
          {apply.noticeEndsOn && (
            <p className="centre-card">正在公示，公示期到 {apply.noticeEndsOn} 结束，期满无异议后进入缴费。</p>
          )}
          <Materials key={apply.version} apply={apply} />
        </>
      )}
    </States>
  )
}

const stepOf = ({ status }: Apply2) =>
  ({ deciding: 2, noticed: 2, unpaid: 3, paying: 3, approved: 4 })[status as 'deciding'] ?? 1

function Materials({ apply }: { apply: Apply2 }) {
  const navigate = useNavigate()
  const { slots, matches, answers, setAnswers, problem, handing, change, handIn } = useMaterials(apply)
  const applyId = apply.applyId!
  const finish = async () => {
    if (await handIn()) navigate(`/admin/user/doing/${applyId}`)
  }
  return (
    <section className="centre-card">
      <h2>{apply.editable ? '上传盖章材料' : '已提交的材料'}</h2>
      {apply.editable && <PrintFirst applyId={applyId} />}
      {apply.auditReason.some(remark => remark.field) && (
        <Alert
          type="info"
          showIcon
          title="申请表中也有栏目需要修改"
          description="请先修改申请表，再重新下载、打印、盖章并上传。"
          action={<Link to="/admin/user/membership/apply">去修改申请表</Link>}
        />
      )}
      <ErrorSummary
        errors={handing.fields}
        labelOf={slot => apply.slots.find(one => one.slot === slot)?.name ?? ''}
        message={handing.error?.message}
      />
      {apply.slots.map(({ slot, name, required, hint, max, editable }) => {
        const remark = apply.auditReason.find(one => one.slot === slot)
        return (
          <Field
            key={slot}
            {...{ name: slot, label: name, required, hint }}
            error={handing.fields[slot]}
            group
            before={
              remark && (
                <Remark
                  name={slot}
                  remark={remark}
                  answer={answers[slot] ?? remark.answer ?? ''}
                  onAnswer={editable ? text => setAnswers({ ...answers, [slot]: text }) : undefined}
                />
              )
            }
          >
            {described => (
              <>
                <Upload
                  {...described}
                  use="material"
                  max={max}
                  value={slots[slot] ?? []}
                  onChange={files => change(slot, files)}
                  readOnly={!editable}
                  label={name}
                />
                {warnings[matches[slot] ?? 'current'] && (
                  <Alert type="warning" showIcon title={warnings[matches[slot] ?? 'current']} />
                )}
              </>
            )}
          </Field>
        )
      })}
      <p role="alert" className="field-error">
        {Object.keys(handing.fields).length === 0 ? (handing.error?.message ?? problem) : problem}
      </p>
      {apply.editable && (
        <p className="form-actions">
          <Button size="large" type="primary" loading={handing.busy} onClick={() => void finish()}>
            提交材料
          </Button>
        </p>
      )}
    </section>
  )
}

/** What the QR code of the scan says; the application may be handed in all the same. */
const warnings: Partial<Record<string, string>> = {
  outdated: '扫描件是修改前打印的版本，请重新下载、打印、盖章后上传',
  other: '扫描件上的二维码属于另一份申请，请核对',
  none: '未识别到申请表右上角的二维码，请确认扫描完整、清晰；仍可提交，由工作人员核对',
}

const PrintFirst = ({ applyId }: { applyId: number }) => (
  <div className="print-first">
    <p>请下载申请表，打印、签字并加盖公章，扫描或拍照后上传。</p>
    <p className="form-actions">
      <DownloadButton input={{ type: 'applyForm', id: applyId, format: 'pdf' }}>下载申请表（PDF）</DownloadButton>
      <DownloadButton input={{ type: 'applyForm', id: applyId, format: 'docx' }}>下载申请表（Word）</DownloadButton>
    </p>
  </div>
)
