export const certificateExample = {
  名称: '示例机电有限公司',
  证书: '设备维修单位 B级',
  编号: 'XH-AB01-B-2026-0012',
}
