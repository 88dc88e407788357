import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Loads the WASM file from this site; the package would load it from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** Returns the text of the QR code in a camera frame; null: none. */
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const [found] = await readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  postMessage(found?.isValid ? found.text : null)
})
