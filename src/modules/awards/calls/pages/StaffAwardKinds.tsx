import { Link, useNavigate } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { recordCalls, recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import { newKindRules } from '../kindForm.ts'
import type { Route } from './+types/StaffAwardKinds'

export { staffAwardKinds as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = recordsLoader('awardKind')

/** 奖项: what the association awards, in the order in which it is shown. */
export default function StaffAwardKinds({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '奖项',
    ...recordCalls('awardKind'),
    saved: id => navigate(`/staff/award-kinds/${id}`),
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card movable-dense"
      title="奖项"
      add="新增奖项"
      blank={{ open: 'yes', ...newKindRules }}
      about="这里的规则是每年申报通知的底稿；改动不影响已经发出的通知。评比达标表彰须在批准的项目内举办，任何环节不得收费。"
      empty={{ title: '还没有奖项' }}
    >
      {({ list }) => (
        <OrderedRows rows={list} label="奖项的先后" desk={{ put: desk.put, askRemoval: desk.askRemoval }}>
          {kind => (
            <>
              <p>
                <Link to={`/staff/award-kinds/${kind.id}`}>{kind.name}</Link> <Tag>{kind.code}</Tag>{' '}
                {!kind.isOpen && <Tag tone="warn">停办</Tag>}
              </p>
              <p>{kind.calls ? `${kind.calls} 个年度的申报通知` : '还没有申报通知'}</p>
            </>
          )}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}
