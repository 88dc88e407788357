import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import type { Tone } from '#ui/Tag.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { SubscriberState } from '../newsletterWords.ts'
import type { SubscriberRow } from '../staffContract.ts'
import { subscriberFilters } from '../subscriberFilters.ts'
import type { Route } from './+types/StaffSubscribers'
import { subscribers } from './registers.ts'

export { staffSubscribers as handle } from './screens.ts'

export const clientLoader = listLoader(subscribers.load)

const tones: Record<SubscriberState, Tone> = { asked: 'warn', confirmed: 'good', left: 'plain' }

/** 订阅者: who asked for newsletters and confirmed it, and to whom mails do not arrive. */
export default function StaffSubscribers({ loaderData }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [leaving, setLeaving] = useState<SubscriberRow>()
  return (
    <>
      <RegisterTable
        of={subscribers}
        loaded={loaderData}
        unit="个"
        filters={registerFilters(subscriberFilters, {})}
        actions={<Link to="/staff/newsletters">简报</Link>}
        empty={{
          title: '还没有订阅者',
          children: <p>读者在网站的“简报”页面订阅并确认邮箱，会员在会员中心选择接收。</p>,
        }}
        cells={{
          stateName: row => (
            <>
              <StateTag of={row} tones={tones} />{' '}
              {row.state === 'confirmed' && (
                <Button type="link" onClick={() => setLeaving(row)}>
                  退订<span className="hidden-text">：{row.email}</span>
                </Button>
              )}
            </>
          ),
        }}
      />
      {leaving && (
        <FormDialog
          title={`退订：${leaving.email}`}
          intro={<p>应本人的要求退订，此后不再发给这个邮箱；只有本人能在网站上或会员中心重新订阅。</p>}
          action="退订"
          danger
          send={async () => {
            await browserApi('POST /staff/newsletter/unsubscribe', { id: leaving.id })
            announce('已退订')
            void revalidate()
          }}
          close={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
