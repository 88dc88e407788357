import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/MyRectification'
import { correctionIn, OneCorrection } from './OneCorrection.tsx'
import '#ui/form/form.css'
import './rectification.css'
import { Day } from '#ui/Day.tsx'

export { myRectification as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /qualification/rectification', { id: pathId(params.id) }),
)

export type Rectification = Output<ApiContract['GET /qualification/rectification']>

/** 整改: what was found on site, what was done about it, and the evidence. */
export default function MyRectification({ loaderData: of }: Route.ComponentProps) {
  return (
    <>
      <Head of={of} />
      {of.list.length === 0 ? (
        <section className="centre-card">
          <Empty title="没有需要整改的不符合项">
            <p>现场评审有了结论，不符合项会列在这里。</p>
          </Empty>
        </section>
      ) : (
        <Corrections key={of.id} of={of} />
      )}
    </>
  )
}

const Head = ({ of }: { of: Rectification }) => (
  <section className="centre-card">
    <h2>{`${of.applyTypeName}　${of.childName}`}</h2>
    <Facts
      facts={[
        ['申请编号', of.applyNo],
        [
          '状态',
          <Tag key="status" tone={of.editable ? 'warn' : 'water'}>
            {of.statusName}
          </Tag>,
        ],
        ['评审日期', of.reviewedOn && longDay(of.reviewedOn)],
        ['评审综述', of.summary],
        [
          '整改期限',
          of.deadline && (
            <b key="due">
              <Day of={of.deadline} />
            </b>
          ),
        ],
      ]}
    />
    {of.editable && <p>请逐项写明整改情况并上传证据，在期限前提交；逾期未提交，申请将自动终止。</p>}
  </section>
)

/** Form values of a draft: text and files keyed by nonconformity id. */
const valuesOf = ({ list }: Rectification): FormValues =>
  Object.fromEntries(
    list.flatMap(({ id, correction, files }) => [
      [`correction-${id}`, correction],
      [`files-${id}`, files.map(file => String(file.id))],
    ]),
  )

function Corrections({ of }: { of: Rectification }) {
  const navigate = useNavigate()
  const handing = useSubmit('POST /qualification/rectify')
  const itemsOf = (values: FormValues) =>
    of.list.flatMap(one => (one.editable ? { id: one.id, ...correctionIn(values, one.id) } : []))
  const draft = useDraft({
    id: `rectify-${of.id}`,
    values: valuesOf(of),
    version: of.version,
    save: (values, version) =>
      browserApi('POST /qualification/rectify', { id: of.id, version, items: itemsOf(values), action: 'save' }),
  })
  const newer = async () => {
    const now = await browserApi('GET /qualification/rectification', { id: of.id })
    return { values: valuesOf(now), version: now.version }
  }
  const handIn = async () => {
    await draft.flush()
    const { values, version } = draft.get()
    const done = await handing.submit({ id: of.id, version, items: itemsOf(values), action: 'submit' })
    if (!done) return
    draft.finish(done.version)
    navigate(`/admin/user/doing/${of.id}`)
  }
  const placeOf = (name: string) => of.list.find(({ id }) => name.endsWith(`-${id}`))?.place ?? ''
  return (
    <section className="centre-card">
      <h2>不符合项</h2>
      <WaitingForm onSubmit={() => void handIn()}>
        <ErrorSummary
          errors={handing.fields}
          labelOf={name => `不符合项 ${placeOf(name)}`}
          message={handing.error?.message}
        />
        <ol className="rectification" role="list">
          {of.list.map(one => (
            <OneCorrection
              key={one.id}
              of={one}
              values={draft.values}
              errors={handing.fields}
              change={values => draft.change({ ...draft.get().values, ...values })}
            />
          ))}
        </ol>
        {handing.error && !handing.error.fields && <Alert role="alert" type="error" title={handing.error.message} />}
        {of.editable && (
          <>
            <SaveState draft={draft} newer={newer} />
            <p className="form-actions">
              <Button size="large" type="primary" htmlType="submit" loading={handing.busy}>
                提交整改
              </Button>
            </p>
          </>
        )}
      </WaitingForm>
    </section>
  )
}
