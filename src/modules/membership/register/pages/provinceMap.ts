import { provinces } from '#lib/provinces.ts'
import { loadTianditu } from '#ui/map/tianditu.ts'

type Row = { provinceCode: string; provinceName: string; count: number }

/** Radius of the largest circle and of the smallest, in metres. */
const MAX_RADIUS_M = 250_000
const MIN_RADIUS_M = 40_000

/** Draws a circle per region at its seat of government, its area by the number of members, on Tianditu's own base map. */
export async function drawProvinces(box: HTMLElement, rows: readonly Row[], key: string) {
  const T = await loadTianditu(key)
  const map = new T.Map(box)
  map.centerAndZoom(new T.LngLat(104, 36), 4)
  map.addControl(new T.Control.Zoom())
  const color = getComputedStyle(box).getPropertyValue('--structure')
  const largest = Math.max(...rows.map(({ count }) => count))
  for (const { provinceCode, provinceName, count } of rows) {
    const { lng, lat } = provinces.find(({ code }) => code === provinceCode)!
    const seat = new T.LngLat(lng, lat)
    const radius = Math.max(MIN_RADIUS_M, MAX_RADIUS_M * Math.sqrt(count / largest))
    const circle = new T.Circle(seat, radius, { color, weight: 1, fillColor: color, fillOpacity: 0.7 })
    circle.addEventListener('mouseover', () =>
      map.openInfoWindow(new T.InfoWindow(`${provinceName}：${count} 家`, { autoPan: false }), seat),
    )
    circle.addEventListener('mouseout', () => map.closeInfoWindow())
    map.addOverLay(circle)
  }
}
