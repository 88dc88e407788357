/** The part of Tianditu's JavaScript API 4.0 that we use. */
type Point = { lng: number; lat: number }
export type TMap = {
  centerAndZoom: (point: Point, zoom: number) => void
  panTo: (point: Point) => void
  addEventListener: (event: 'click', heard: (event: { lnglat: Point }) => void) => void
  addOverLay: (overlay: object) => void
  addControl: (control: object) => void
  openInfoWindow: (infoWindow: object, point: Point) => void
  closeInfoWindow: () => void
}
export type Marker = {
  getLngLat: () => Point
  setLngLat: (point: Point) => void
  enableDragging: () => void
  addEventListener: (event: 'dragend', heard: () => void) => void
}
type Circle = { addEventListener: (event: 'mouseover' | 'mouseout', heard: () => void) => void }
type CircleStyle = { color: string; weight: number; fillColor: string; fillOpacity: number }
export type Tianditu = {
  Map: new (element: HTMLElement) => TMap
  LngLat: new (lng: number, lat: number) => Point
  Marker: new (point: Point) => Marker
  Control: { Zoom: new () => object }
  /** `radius` in metres: the circle keeps its place and grows with the map. */
  Circle: new (
    center: Point,
    radius: number,
    style: CircleStyle,
  ) => Circle
  /** `content` is HTML. */
  InfoWindow: new (
    content: string,
    options: { autoPan: boolean },
  ) => object
}

const LOAD_TIMEOUT_MS = 5_000
let loading: Promise<Tianditu> | undefined

/** Loads the official script once; fails after 5 s, and the page then shows its fallback. */
export function loadTianditu(key: string): Promise<Tianditu> {
  loading ??= addScript(`https://api.tianditu.gov.cn/api?v=4.0&tk=${key}`).then(
    () => (window as unknown as { T: Tianditu }).T,
  )
  return loading
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => reject(new Error(`${src} did not load`)), LOAD_TIMEOUT_MS)
    script.src = src
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = () => {
      clearTimeout(timer)
      reject(new Error(`${src} could not be loaded`))
    }
    document.head.append(script)
  })
}
