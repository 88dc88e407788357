import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import type { Route } from './+types/StaffDictionaries'
import { RowActs } from './RowActs.tsx'
import { SiteHistory } from './SiteHistory.tsx'
import { useSiteDesk } from './useSiteDesk.tsx'

export { staffDictionaries as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { query }) =>
  api('GET /staff/dictionary/list', { dictionary: query.get('dictionary') ?? undefined }),
)

type Listed = Output<ApiContract['GET /staff/dictionary/list']>

/** 字典: what forms and filters offer, one list at a time. */
export default function StaffDictionaries({ loaderData }: Route.ComponentProps) {
  const { chosen, dictionaries } = loaderData
  return (
    <>
      <FilterTabs
        name="字典"
        chosen={chosen}
        options={dictionaries.map(({ code, name }) => ({ value: code, name, to: `?dictionary=${code}` }))}
      />
      <Entries key={chosen} listed={loaderData} />
    </>
  )
}

type Entry = Listed['list'][number]

function Entries({ listed }: { listed: Listed }) {
  const answer = useLoaded(listed)
  const { chosen, dictionaries, list } = listed
  const { name, hint } = dictionaries.find(({ code }) => code === chosen)!
  const desk = useSiteDesk<Entry>({
    answer,
    called: name,
    save: sent => browserApi('POST /staff/dictionary/save', sent),
    move: sent => browserApi('POST /staff/dictionary/move', sent),
    remove: sent => browserApi('POST /staff/dictionary/remove', sent),
    beforeRemoval: ({ uses }) => uses !== 0 && <p>已有记录使用的不能删除，可以停用。</p>,
  })
  const drag = useDrag<Entry>((row, onto) => desk.put(row, list.indexOf(onto) + 1))
  return (
    <>
      <section className="desk-card movable-dense">
        <div className="desk-card-head">
          <h2>{name}</h2>
          <Button type="primary" onClick={() => desk.add({ dictionary: chosen, state: 'offered' })}>
            新增{name}
          </Button>
        </div>
        <p>{hint}停用的不再供新的选择，已选用的记录照常显示。</p>
        {desk.notice}
        <States answer={answer} empty={{ when: () => list.length === 0, title: `还没有${name}` }}>
          {() => (
            <Movable rows={list} label={`${name}的先后`} move={desk.put} drag={drag}>
              {row => (
                <>
                  <div className="movable-main">
                    <p>
                      <b>{row.name}</b> <small>{row.code}</small> {row.retired && <Tag>已停用</Tag>}
                    </p>
                    <p>{[<Uses key="uses" of={row} />, ...row.traitNames.map(trait => `　${trait}`)]}</p>
                  </div>
                  <span className="movable-acts">
                    <Button
                      onClick={() => desk.change(row, { ...row.values, state: row.retired ? 'offered' : 'retired' })}
                    >
                      {row.retired ? '恢复使用' : '停用'}
                      <span className="hidden-text">{row.name}</span>
                    </Button>
                    <RowActs row={row} desk={desk} />
                  </span>
                </>
              )}
            </Movable>
          )}
        </States>
      </section>
      <SiteHistory objectType="dictionaryEntry" seen={list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}

/** How many records have it, and the way to them. */
function Uses({ of: { uses, route, name } }: { of: Entry }) {
  const words = uses ? `已用于 ${uses.toLocaleString('en')} 条记录` : '尚无记录使用'
  return uses && route ? (
    <Link to={route}>
      {words}
      <span className="hidden-text">：{name}</span>
    </Link>
  ) : (
    words
  )
}
