import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { ReceiptForm } from '#modules/ledger/slips/pages/ReceiptForm.tsx'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { PrintFirst } from '#modules/review/applying/pages/PrintFirst.tsx'
import { ApplicationMaterials } from '#modules/review/pages/ApplicationMaterials.tsx'
import { readEarlier, type WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import type { Route } from './+types/MyQualificationMaterials'
import { QualificationHead } from './QualificationHead.tsx'

export { myQualificationMaterials as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [of, { stages }, earlier] = await Promise.all([
    api('GET /qualification/getApply2', { id }),
    api('GET /member/application/detail', { id }),
    readEarlier(api, id),
  ])
  return { of: { ...of, earlier }, stages }
})

export type Apply2 = Output<ApiContract['GET /qualification/getApply2']>

/** 盖章材料与评审费: the second half of an application. */
export default function MyQualificationMaterials({ loaderData: { of, stages } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  return (
    <>
      <QualificationHead apply={of.apply} stages={stages} remarks={of.auditReason} />
      {of.fee && <AssessmentFee apply={of.apply} fee={of.fee} changed={revalidate} />}
      <Materials key={of.apply.version} of={of} />
    </>
  )
}

function Materials({ of: { apply, materials, auditReason, earlier } }: { of: Apply2 & WithEarlier }) {
  const { id, version } = apply
  const progressRoute = `/admin/user/qualification/${id}`
  return (
    <ApplicationMaterials
      of={{ id, version, materials, auditReason, earlier }}
      printFirst={who => (
        // The seal is put on what the association has checked: its number, version and QR code are on the print.
        <PrintFirst
          button={(format, name) => (
            <DownloadButton from="POST /qualification/download" input={{ type: 'applyForm', id, format }}>
              {name}
            </DownloadButton>
          )}
        >
          {`${who}请下载通过初审的申请表，打印、签字并加盖公章，扫描或拍照后与其他材料一并上传。`}
        </PrintFirst>
      )}
      formRoute={`/admin/user/qualification/form/${id}`}
      acts={<Link to={progressRoute}>查看进度</Link>}
    />
  )
}

type Props = { apply: Apply2['apply']; fee: NonNullable<Apply2['fee']>; changed: () => void }

/** 评审费: what is owed and to which account; then the slip and what the receipt is to say. */
function AssessmentFee({ apply: { id, version, status, levelName }, fee, changed }: Props) {
  const { amount, state, account, remark } = fee
  const { slip, ...known } = fee.receipt
  const paying = useSubmit('POST /qualification/apply2Submit')
  const pay = async (pay: FormValues) => {
    if (await paying.submit({ id, version, pay, action: 'submit' })) changed()
  }
  return (
    <section className="centre-card">
      <h2>
        评审费：{formatYuan(amount)} 元{levelName && `（${levelName}）`}
      </h2>
      {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
      {state === 'confirmed' && <p>已确认到账，感谢办理。</p>}
      {state !== 'confirmed' && <PayAccount account={account} remark={remark} />}
      {state !== 'confirmed' && (
        <p className="form-actions">
          <DownloadButton from="POST /qualification/download" input={{ type: 'payNotice', id }}>
            下载缴费通知
          </DownloadButton>
        </p>
      )}
      {status === 'unpaid' && (
        <ReceiptForm known={known} slip={slip} paying={paying} pay={receipt => void pay(receipt)} />
      )}
      {status === 'paying' && <p>缴费凭证已提交，财务确认到账后进入下一环节。</p>}
    </section>
  )
}
