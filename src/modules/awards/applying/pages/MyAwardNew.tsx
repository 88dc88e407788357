import { Alert, Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Choices } from '#modules/qualifications/applying/pages/Choices.tsx'
import { Empty } from '#ui/Empty.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/MyAwardNew'
import type { OpenCall } from './MyAwards.tsx'
import '#modules/awards/pages/awards.css'

export { myAwardNew as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /award/list', {}))

/** Choice of the award and its type. Nothing is stored before both are chosen. */
export default function MyAwardNew({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer} lines={6}>
      {({ openTypes }) =>
        openTypes.length ? (
          <ChooseAward calls={openTypes} />
        ) : (
          <section className="centre-card">
            <Empty title="现在没有正在征集的奖项" icon="calendar">
              <p>
                <Link to="/admin/user/awards">返回科技奖励</Link>
              </p>
            </Empty>
          </section>
        )
      }
    </States>
  )
}

const keyOf = ({ type, year }: Pick<OpenCall, 'type' | 'year'>) => `${type} ${year}`

function ChooseAward({ calls }: { calls: readonly OpenCall[] }) {
  const [query, setQuery] = useSearchParams()
  const asked = `${query.get('type')} ${query.get('year')}`
  const call = calls.find(one => keyOf(one) === asked)
  const choose = (key: string) => {
    const { type, year } = calls.find(one => keyOf(one) === key)!
    setQuery({ type, year: String(year) }, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <section className="centre-card">
        <Choices
          legend="申报哪个奖项"
          choices={calls.map(one => ({
            value: keyOf(one),
            name: `${one.year} 年度${one.typeName}`,
            note: `${one.deadline} 24 时截止，还有 ${one.daysLeft} 天`,
          }))}
          value={call && keyOf(call)}
          onChange={choose}
        />
      </section>
      {call && <BeginEntry key={keyOf(call)} call={call} />}
    </>
  )
}

function BeginEntry({ call: { type, year, typeName } }: { call: OpenCall }) {
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const answer = useApi('GET /award/getApply', { type, year })
  const { submit, busy, error } = useSubmit('POST /award/applySubmit')
  const subType = query.get('subType') ?? undefined
  const begin = async () => {
    const form = subType ? { form: { subType } } : {}
    const begun = await submit({ type, year, ...form, action: 'save' })
    if (begun) void navigate(`/admin/user/awards/${begun.id}`)
  }
  return (
    <States answer={answer} lines={4}>
      {({ options: { subTypes }, hindrance, apply }) => (
        <section className="centre-card">
          {subTypes.length > 0 && (
            <Choices
              legend="申报哪个类别"
              choices={subTypes.map(({ code, name }) => ({ value: code, name }))}
              value={subType}
              onChange={code =>
                setQuery({ type, year: String(year), subType: code }, { replace: true, preventScrollReset: true })
              }
            />
          )}
          {apply?.canEdit && apply.status === 'draft' && (
            <p>
              您有一份未完成的申报：
              <Link to={`/admin/user/awards/${apply.id}`}>{apply.projectName || '未命名的申报'}</Link>
              。也可以另外申报一项。
            </p>
          )}
          {error && <Alert role="alert" type="warning" showIcon title={error.message} />}
          {hindrance ? (
            <Alert type="info" showIcon title={hindrance} />
          ) : (
            <p className="form-actions">
              <Button
                size="large"
                type="primary"
                loading={busy}
                disabled={subTypes.length > 0 && !subType}
                onClick={() => void begin()}
              >
                开始填写{typeName}申报书
              </Button>
            </p>
          )}
        </section>
      )}
    </States>
  )
}
