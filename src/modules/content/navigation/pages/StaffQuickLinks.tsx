import { Button } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { QuickLinkIcon } from '../quickLinkForm.ts'
import type { Route } from './+types/StaffQuickLinks'

export { staffQuickLinks as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/quickLink/list', {}))

type Row = Output<ApiContract['GET /staff/quickLink/list']>['list'][number]

const places = [
  { code: 'side', name: '右侧入口', hint: '每个页面的右侧，宽度 1600 像素以上的屏幕显示。' },
  { code: 'home', name: '首页入口', hint: '首页的“快捷入口与广告”版块。' },
]

/** 快捷入口: the few ways beside every page, and those of the home page. */
export default function StaffQuickLinks({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '快捷入口',
    save: 'POST /staff/quickLink/save',
    move: 'POST /staff/quickLink/move',
    remove: 'POST /staff/quickLink/remove',
  })
  const rows = answer.data?.list ?? []
  const within = (place: unknown) => rows.filter(row => row.values.shownIn === place)
  const drag = useDrag<Row>((row, onto) => {
    const { shownIn } = onto.values
    desk.put(row, within(shownIn).indexOf(onto) + 1, shownIn as string)
  })
  return (
    <>
      {desk.notice}
      {places.map(({ code, name, hint }, i) => (
        <section key={code} className="desk-card">
          <div className="desk-card-head">
            <h2>{name}</h2>
            <Button
              type={i === 0 ? 'primary' : 'default'}
              onClick={() => desk.add({ shownIn: code, target: 'address', icon: 'link' })}
            >
              新增{name}
            </Button>
          </div>
          <p>{hint}</p>
          <States answer={answer} empty={{ when: () => within(code).length === 0, title: `没有${name}` }}>
            {() => (
              <Movable rows={within(code)} label={`${name}的先后`} move={desk.put} drag={drag}>
                {row => (
                  <>
                    <div className="movable-main">
                      <p>
                        <Icon name={row.values.icon as QuickLinkIcon} size={18} /> <b>{row.name}</b>{' '}
                        {!row.isShown && <Tag>此刻不显示</Tag>}
                      </p>
                      <p>{row.targetName}</p>
                    </div>
                    <RowActs row={row} desk={desk} />
                  </>
                )}
              </Movable>
            )}
          </States>
        </section>
      ))}
      <SiteHistory objectType="quickLink" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}
