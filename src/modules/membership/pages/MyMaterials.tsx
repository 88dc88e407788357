import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Remark } from '#ui/form/Remarks.tsx'
import { States } from '#ui/States.tsx'
import { Upload, type UploadedFile } from '#ui/Upload.tsx'
import { ApplyHead } from './ApplyHead.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { FeeForm } from './FeeForm.tsx'
import './apply.css'

type Apply2 = Output<ApiContract['GET /member/getApply2']>
type Slots = Record<string, UploadedFile[]>

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials() {
  const answer = useApi('GET /member/getApply2', {})
  return (
    <States answer={answer}>
      {apply => (
        <>
          <ApplyHead step={stepOf(apply)} head={apply} />
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
  const [slots, setSlots] = useState<Slots>(() =>
    Object.fromEntries(apply.slots.map(({ slot, files }) => [slot, files])),
  )
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [matches, setMatches] = useState(() => Object.fromEntries(apply.slots.map(({ slot, match }) => [slot, match])))
  const [version, setVersion] = useState(apply.version ?? undefined)
  const handing = useSubmit('POST /member/apply2Submit')
  const saving = useSubmit('POST /member/apply2Submit')
  const applyId = apply.applyId!

  const change = async (slot: string, files: UploadedFile[]) => {
    const next = { ...slots, [slot]: files }
    setSlots(next)
    const saved = await saving.submit({ applyId, version, files: filesIn(next), answers, action: 'save' })
    if (!saved) return
    setVersion(saved.version)
    const { slots: seen } = await browserApi('GET /member/getApply2', {})
    setMatches(Object.fromEntries(seen.map(({ slot, match }) => [slot, match])))
  }
  const handIn = async () => {
    const done = await handing.submit({ applyId, version, files: filesIn(slots), answers, action: 'submit' })
    if (done) navigate(`/admin/user/doing/${applyId}`)
  }
  return (
    <section className="centre-card">
      <h2>{apply.editable ? '上传盖章材料' : '已提交的材料'}</h2>
      {apply.editable && <PrintFirst applyId={applyId} />}
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
                  onChange={files => void change(slot, files)}
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
      {(handing.error ?? saving.error) && Object.keys(handing.fields).length === 0 && (
        <p role="alert" className="field-error">
          {(handing.error ?? saving.error)!.message}
        </p>
      )}
      {apply.editable && (
        <p className="form-actions">
          <Button size="large" type="primary" loading={handing.busy} onClick={() => void handIn()}>
            提交材料
          </Button>
        </p>
      )}
    </section>
  )
}

const filesIn = (slots: Slots) =>
  Object.entries(slots).flatMap(([slot, files]) => files.map(({ id: fileId }) => ({ slot, fileId })))

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
