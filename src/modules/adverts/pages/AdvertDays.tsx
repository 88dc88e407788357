import { Chart } from '#ui/media/Chart.tsx'

type Day = { day: string; views: number; clicks: number }

/** Views and clicks, day by day. */
export const AdvertDays = ({ days, note = '同一访客 10 分钟内只计一次' }: { days: readonly Day[]; note?: string }) => (
  <Chart
    kind="lines"
    title="每天的浏览与点击"
    note={note}
    level={3}
    unit="次"
    series={['浏览', '点击']}
    rows={days.map(({ day, views, clicks }) => ({ name: day.slice(5), values: [views, clicks] }))}
  />
)
