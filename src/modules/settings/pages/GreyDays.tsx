import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { dayOf, longDay } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { comingMemorialDays } from '../memorialDays.ts'
import './greyDays.css'

type Props = { typed: FormValues; change: (values: FormValues) => void }

/** The days that come, one click each, and what grey looks like. */
export function GreyDays({ typed, change }: Props) {
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (!isShown) return
    document.documentElement.classList.add('grey')
    return () => document.documentElement.classList.remove('grey')
  }, [isShown])
  return (
    <section className="grey-days" aria-label="纪念日">
      <p>即将到来的纪念日，是否启用由协会决定。全国哀悼日以国务院公告为准。</p>
      <ul role="list">
        {comingMemorialDays(dayOf(new Date())).map(({ day, name, from, to }) => (
          <li key={day}>
            <span>
              {longDay(day)} {name}
            </span>
            <Button onClick={() => change({ ...typed, greyFrom: from, greyTo: to })}>
              用这一天<span className="hidden-text">：{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <Button aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? '结束预览' : '在本页预览灰色效果'}
        </Button>
      </p>
    </section>
  )
}
