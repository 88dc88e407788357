import d3 from 'd3/d3.min.js?url'
import { provinces } from '#lib/provinces.ts'
import { addScript, loadTianditu } from '#ui/map/tianditu.ts'

type Row = { provinceCode: string; provinceName: string; count: number }
/** The part of d3 v3 that Tianditu's overlay hands to us; version 3 is what the overlay is written for. */
type Selection = {
  selectAll: (selector: string) => Selection
  data: (rows: Row[]) => Selection
  enter: () => Selection
  append: (name: string) => Selection
  attr: (name: string, value: string | number | ((row: Row) => string | number)) => Selection
  style: (name: string, value: string) => Selection
  text: (value: (row: Row) => string) => Selection
}
type Transform = { LngLatToD3Point: (lng: number, lat: number) => { x: number; y: number } }

const OVERLAY = 'https://lbs.tianditu.gov.cn/js4.0/opensource/openlibrary/D3SvgOverlay.js'

/** A circle per region at its seat of government, on Tianditu's own base map. */
export async function drawProvinces(box: HTMLElement, rows: Row[], key: string) {
  // A script and no module: version 3 runs only where `this` is the window, and the overlay looks for it there.
  const [T] = await Promise.all([loadTianditu(key), addScript(d3)])
  await addScript(OVERLAY)
  const map = new T.Map(box)
  map.centerAndZoom(new T.LngLat(104, 36), 4)
  map.addControl(new T.Control.Zoom())
  const place = (selection: Selection, transform: Transform) => {
    const at = ({ provinceCode }: Row) => {
      const { lng, lat } = provinces.find(({ code }) => code === provinceCode)!
      return transform.LngLatToD3Point(lng, lat)
    }
    selection
      .selectAll('circle')
      .attr('cx', row => at(row).x)
      .attr('cy', row => at(row).y)
  }
  const draw = (selection: Selection, transform: Transform) => {
    const circles = selection.selectAll('circle').data(rows).enter().append('circle')
    circles
      .attr('r', ({ count }) => 6 + 4 * Math.sqrt(count))
      .style('fill', 'var(--structure)')
      .attr('fill-opacity', 0.7)
    circles.append('title').text(({ provinceName, count }) => `${provinceName}：${count} 家`)
    place(selection, transform)
  }
  map.addOverLay(new T.D3Overlay(draw as never, place as never))
}
