import { Alert, Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { FeeForm } from '#modules/membership/fees/pages/FeeForm.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { MaterialFields } from '#modules/review/applying/pages/MaterialFields.tsx'
import { type SentMaterials, useMaterials } from '#modules/review/applying/pages/useMaterials.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { States } from '#ui/States.tsx'
import { joiningStages } from './joining.ts'
import '#modules/review/applying/pages/apply.css'

type Apply2 = Output<ApiContract['GET /member/getApply2']>

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials() {
  const answer = useApi('GET /member/getApply2', {})
  return (
    <States answer={answer}>
      {apply => (
        <>
          <ApplyHead stages={joiningStages(stepOf(apply))} head={apply} remarks={apply.auditReason} />
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

const materialsOf = ({ slots }: Apply2) => slots.map(({ slot: code, ...rest }) => ({ code, ...rest }))

function Materials({ apply }: { apply: Apply2 }) {
  const navigate = useNavigate()
  const applyId = apply.applyId!
  const inputOf = ({ files, ...sent }: SentMaterials) => ({
    applyId,
    ...sent,
    files: files.map(({ code: slot, fileId }) => ({ slot, fileId })),
  })
  const materials = materialsOf(apply)
  const kept = useMaterials({
    materials,
    version: apply.version ?? undefined,
    save: async sent => {
      const { version } = await browserApi('POST /member/apply2Submit', { ...inputOf(sent), action: 'save' })
      return { version, materials: materialsOf(await browserApi('GET /member/getApply2', {})) }
    },
  })
  const { submit, busy, error, fields } = useSubmit('POST /member/apply2Submit')
  const handIn = async () => {
    if (await submit({ ...inputOf(await kept.settled()), action: 'submit' })) navigate(`/admin/user/doing/${applyId}`)
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
        errors={fields}
        labelOf={code => materials.find(one => one.code === code)?.name ?? ''}
        message={error?.message}
      />
      <MaterialFields materials={materials} kept={kept} errors={fields} remarks={apply.auditReason} />
      <p role="alert" className="field-error">
        {Object.keys(fields).length === 0 ? (error?.message ?? kept.problem) : kept.problem}
      </p>
      {apply.editable && (
        <p className="form-actions">
          <Button size="large" type="primary" loading={busy} onClick={() => void handIn()}>
            提交材料
          </Button>
        </p>
      )}
    </section>
  )
}

const PrintFirst = ({ applyId: id }: { applyId: number }) => (
  <div className="print-first">
    <p>请下载申请表，打印、签字并加盖公章，扫描或拍照后上传。</p>
    <p className="form-actions">
      <DownloadButton from="POST /member/download" input={{ type: 'applyForm', id, format: 'pdf' }}>
        下载申请表（PDF）
      </DownloadButton>
      <DownloadButton from="POST /member/download" input={{ type: 'applyForm', id, format: 'docx' }}>
        下载申请表（Word）
      </DownloadButton>
    </p>
  </div>
)
