/** `{ do: "pushDevice", with: { act, key? } }`: `look` at this browser, switch push notices `on` with the key of the platform, or `off`. Answers the device. */
import { lookAtPush, switchPushOff, switchPushOn } from '../pushDevice.ts'
import type { StepKind } from '../stepKinds.ts'

const pushDevice: StepKind = ({ act, key }) => (act === 'on' ? switchPushOn(String(key)) : act === 'off' ? switchPushOff() : lookAtPush())

export default pushDevice
