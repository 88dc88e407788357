import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { MaterialFields } from '../applying/pages/MaterialFields.tsx'
import { useMaterials } from '../applying/pages/useMaterials.ts'
import { ConfirmOnline } from '../confirming/pages/ConfirmOnline.tsx'
import { isStampedForm } from '../workflow.ts'
import { CopyMaterials, type WithEarlier } from './CopyEarlier.tsx'
import type { OwnForm } from './useApplicationForm.ts'
import { useReceipt } from './useReceipt.ts'
import './apply.css'

type Props = {
  of: Pick<OwnForm, 'materials' | 'auditReason'> & WithEarlier & { id: number; version: number }
  /** Offers the document to print and seal. `who`: whom it concerns, if paper is not the only way. */
  printFirst?: (who: string) => ReactNode
  /** Route of the form, for returns that also name fields. */
  formRoute: string
  /** Further ways to go on. */
  acts?: ReactNode
}

/** The second step of an application: its files, kept as they come, and handed in together. */
export function ApplicationMaterials({ of, printFirst, formRoute, acts }: Props) {
  const { id, version, earlier, materials, auditReason } = of
  const goToReceipt = useReceipt()
  const read = async () => (await browserApi('GET /member/application/form', { id })).materials
  const kept = useMaterials({
    materials,
    version,
    save: async sent => {
      const saved = await browserApi('POST /member/application/save', { ...sent, id })
      return { version: saved.version, materials: await read() }
    },
    read,
  })
  const { submit, busy, error, fields } = useSubmit('POST /member/application/submit')
  const editable = materials.some(one => one.editable)
  const seal = materials.find(({ code }) => isStampedForm(code))
  const handIn = async () => {
    if (await submit({ ...(await kept.settled()), id })) goToReceipt(id)
  }
  return (
    <>
      {editable && auditReason.length === 0 && <CopyMaterials id={id} earlier={earlier} change={kept.change} />}
      <section className="centre-card">
        <h2>{editable ? '上传材料' : '已提交的材料'}</h2>
        {editable && seal && printFirst?.(seal.required ? '' : `要上传${seal.name}的，`)}
        {auditReason.some(({ field }) => field) && (
          <Alert
            type="info"
            showIcon
            title="申请表中也有栏目需要修改"
            description={`请先修改申请表，再${seal?.required ? '重新下载、打印、盖章并上传' : '重新确认并提交'}。`}
            action={<Link to={formRoute}>去修改申请表</Link>}
          />
        )}
        <WaitingForm onSubmit={() => void handIn()}>
          <ErrorSummary
            errors={fields}
            labelOf={code => materials.find(one => one.code === code)?.name ?? '申请表'}
            message={error?.message}
          />
          <MaterialFields materials={materials} kept={kept} errors={fields} remarks={auditReason} />
          <ConfirmOnline id={id} kept={kept.matches} ready={() => kept.settled().then(() => true)} />
          <p role="alert" className="field-error">
            {Object.keys(fields).length === 0 ? (error?.message ?? kept.problem) : kept.problem}
          </p>
          {(editable || acts) && (
            <p className="form-actions">
              {editable && (
                <Button size="large" type="primary" htmlType="submit" loading={busy}>
                  提交材料
                </Button>
              )}
              {acts}
            </p>
          )}
        </WaitingForm>
      </section>
    </>
  )
}
