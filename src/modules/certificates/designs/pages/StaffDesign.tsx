import { Alert } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { usualPlaces } from '#modules/certificates/designSchema.ts'
import { listRecords, recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/StaffDesign'
import { DesignPreview } from './DesignPreview.tsx'
import './design.css'

export { staffDesign as handle } from '#modules/certificates/pages/screens.ts'

const LIST = '/staff/certificate-designs'
const NEW = 'new'

export const clientLoader = screenLoader(async (api, { params }) => {
  const all = await listRecords(api, 'certificateDesign')
  if (params.id !== NEW && !all.list.some(({ id }) => String(id) === params.id))
    throw notFound('证书版式不存在或已删除')
  return { id: params.id === NEW ? undefined : Number(params.id), all }
})

const BLANK: FormValues = {
  kinds: [],
  paper: 'landscape',
  frame: 'double',
  colours: 'association',
  holder: 'large',
  align: 'centre',
  title: '证书',
  body: '经培训和考核合格，特发此证。',
  facts: [
    { field: 'kind', label: '' },
    { field: 'level', label: '' },
    { field: 'organisation', label: '' },
    { field: 'validity', label: '' },
  ],
  seal: 'byHand',
  ...usualPlaces.landscape,
}

export default function StaffDesign({ loaderData: { id, all } }: Route.ComponentProps) {
  const answer = useLoaded(all)
  const navigate = useNavigate()
  const toList = () => navigate(LIST)
  return (
    <section className="desk-card design-desk">
      <p>
        <Link to={LIST}>全部版式</Link>
      </p>
      <States answer={answer}>
        {({ fields, list, kinds, sayable, starter, hasSeal }) => {
          const design = list.find(row => row.id === id)
          return (
            <RecordForm
              fields={fields}
              values={design?.values ?? BLANK}
              version={design?.version}
              reload={answer.reload}
              onCancel={toList}
              save={async (form, version) => {
                await recordCalls('certificateDesign').save({ id, version, form })
                await toList()
              }}
            >
              {(typed, change) => (
                <div className="design-side">
                  {typed.seal === 'printed' && !hasSeal && (
                    <Alert
                      type="info"
                      showIcon
                      title="还没有上传印章图片：证书上会留出盖章的位置。"
                      description={<Link to="/staff/settings#seal">到站点设置上传</Link>}
                    />
                  )}
                  <DesignPreview
                    id={id}
                    typed={typed}
                    change={change}
                    kinds={kinds}
                    sayable={sayable}
                    starter={starter}
                  />
                </div>
              )}
            </RecordForm>
          )
        }}
      </States>
    </section>
  )
}
