import { Alert, Button } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { MaterialFields } from '#modules/review/applying/pages/MaterialFields.tsx'
import { useMaterials } from '#modules/review/applying/pages/useMaterials.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { States } from '#ui/States.tsx'
import { AssessmentFee } from './AssessmentFee.tsx'
import { QualificationHead } from './QualificationHead.tsx'
import '#modules/review/applying/pages/apply.css'

export type Apply2 = Output<ApiContract['GET /qualification/getApply2']>

/** 盖章材料与评审费: the second half of an application. */
export default function MyQualificationMaterials() {
  const { pathname } = useLocation()
  const answer = useApi('GET /qualification/getApply2', { id: Number(pathname.split('/').at(-1)) })
  return (
    <States answer={answer} lines={10}>
      {of => (
        <>
          <QualificationHead key={of.apply.version} apply={of.apply} remarks={of.auditReason} />
          {of.fee && <AssessmentFee apply={of.apply} fee={of.fee} changed={answer.reload} />}
          <Materials key={of.apply.version} of={of} />
        </>
      )}
    </States>
  )
}

function Materials({ of: { apply, materials, editable, auditReason } }: { of: Apply2 }) {
  const navigate = useNavigate()
  const { id, version } = apply
  const kept = useMaterials({
    materials,
    version,
    save: async sent => {
      const saved = await browserApi('POST /qualification/apply2Submit', { ...sent, id, action: 'save' })
      const now = await browserApi('GET /qualification/getApply2', { id })
      return { version: saved.version, materials: now.materials }
    },
  })
  const { submit, busy, error, fields } = useSubmit('POST /qualification/apply2Submit')
  const handIn = async () => {
    if (await submit({ ...(await kept.settled()), id, action: 'submit' })) navigate(`/admin/user/qualification/${id}`)
  }
  return (
    <section className="centre-card">
      <h2>{editable ? '上传盖章材料' : '已提交的材料'}</h2>
      {editable && <PrintFirst id={id} />}
      {auditReason.some(({ field }) => field) && (
        <Alert
          type="info"
          showIcon
          title="申请表中也有栏目需要修改"
          description="请先修改申请表，再重新下载、打印、盖章并上传。"
          action={<Link to={`/admin/user/qualification/form/${id}`}>去修改申请表</Link>}
        />
      )}
      <ErrorSummary
        errors={fields}
        labelOf={code => materials.find(one => one.code === code)?.name ?? ''}
        message={error?.message}
      />
      <MaterialFields materials={materials} kept={kept} errors={fields} remarks={auditReason} />
      <p role="alert" className="field-error">
        {Object.keys(fields).length === 0 ? (error?.message ?? kept.problem) : kept.problem}
      </p>
      <p className="form-actions">
        {editable && (
          <Button size="large" type="primary" loading={busy} onClick={() => void handIn()}>
            提交材料
          </Button>
        )}
        <Link to={`/admin/user/qualification/${id}`}>查看进度</Link>
      </p>
    </section>
  )
}

/** The seal is put on what the association has checked: its number, version and QR code are on the print. */
const PrintFirst = ({ id }: { id: number }) => (
  <div className="print-first">
    <p>请下载通过初审的申请表，打印、签字并加盖公章，扫描或拍照后与其他材料一并上传。</p>
    <p className="form-actions">
      <DownloadButton from="POST /qualification/download" input={{ type: 'applyForm', id, format: 'pdf' }}>
        下载申请表（PDF）
      </DownloadButton>
      <DownloadButton from="POST /qualification/download" input={{ type: 'applyForm', id, format: 'docx' }}>
        下载申请表（Word）
      </DownloadButton>
    </p>
  </div>
)
