export default function StaffSettings() {
  return null
}
