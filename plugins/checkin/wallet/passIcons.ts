/** The icon of the platform in the sizes that a pass needs: PNG, 29 and 58 pixels. */

export const PASS_ICONS: Readonly<Record<'icon.png' | 'icon@2x.png', Buffer>> = {
  'icon.png': fromBase64(
    [
      'iVBORw0KGgoAAAANSUhEUgAAAB0AAAAdCAMAAABhTZc9AAABp1BMVEVMaXEwRsUvRsUxSMswRsUwRsUwRcUwRsQAAP9VVaowRcQvRsQrRsMwRcUzM8wxSM',
      'owRsYwR8cyR8kvRsQvRscwRsgwRcYuRcUvRcMwRcQwRcUuRb8wRscvRMQvRskwRcQwR8kvRcQwRcUwR8YvRcUwRsX///8xR8UySMUySMYwRsYzSMYzS9Im',
      'PcIzScYuRMQoP8MqQcMkPMIxSMs0TNQ0TNUnPsIlPMIsQsQvRcV4htnQ1fIkO8EgOMAjOsEpQcMiOsFVZ8/Hze+MmN8pP8OnsOacpuNNYM3s7vrz9PystO',
      'hEWcssQsNUZ8+XouI0Ssbm6fj6+v4vRsW0vOr9/f4qQMPr7vp5h9lictNaa9AlPcIxRsUlPMHByO7+/v66wux8itpoeNR1g9hIXMxvftdKXcz6+v38/P7+',
      '/v/M0fEzSMWWoeJnd9Spsuf9/v43TMfa3vWAjtwjO8Ls7vn29/z8/f8iOcHJz/BSZc85T8g6T8gjO8FJXczW2/TIzu/IzvA3TMYvRMXX2/QuRMUtQ8OPm9',
      '/U2PJygdfy9Px7itp7idr7/P77+/55YaJMAAAAJXRSTlMA9vv+/f79/gED+Psv1AX2/fqO+oXRqCyFj48s0oaFqY76qPqFdgy5IgAAAAlwSFlzAAALEwAA',
      'CxMBAJqcGAAAAeRJREFUKM99k/dX20AMx0WAJIaQMLsXtNb54ngGMshg7733Stij7FkobaGL9o/GDs9XnLZIP+k+Jz096SsANwfPnxYV8PetoOjZY+DcAG',
      '7wPikJ5Ppt1J8bKHnpNRhwr2uKC/N4u+UVFtc84gDgVXWZi//bXJXV5QAeH8+gKMuyyDDv80BpwMH+h5PJZJhFjkApvAg6rXBwfuPrxvygFTqDFZBjdSvG',
      'U/je8FTcKu7PgXxWKRrD/W/7GIuyl3xgHU0vItYmahEXp1lnjE5FLjF2df05hh8jU9mUTi4Yqfon3UhemKRZlIzM4Jf1KImuX+DMCLFTITQ+i7t7Mi/v7e',
      'LseEiwU3UOd7YJNXx7B+dUG6WhiWXcOgqrmho+2sLliRC9RwVpCFcOj3+eLJ3cHB+u4JAk/KGC2jMwPLqK+PvHL8TV0eGBnrvaGUr1TuxfGls7QMSDtbHz',
      'fuzUqUWF5rYO7E1IkfTm9810REr0Ykdbs5lszplKLdje1d1HNEmXNNLX3dWOLRI152zuSGnE1g+yMRJBFIxByPFWbFQyO6oIOonW0HSmELYaopw2NWjE3O',
      '8bQxukrl6xiUqpryMZbXh8fhdPxCzNieROV1D+H02WmZoEruoBPZu38PZft/AucwsP3dEtzPySaux1UKgAAAAASUVORK5CYII=',
    ].join(''),
  ),
  'icon@2x.png': fromBase64(
    [
      'iVBORw0KGgoAAAANSUhEUgAAADoAAAA6BAMAAAATlVcbAAAAMFBMVEUuRsYwRscwRscvRsYwRsX///8zScj8/P4kO8I5T88qQcTm6PhjdNTK0PGkruaFkt',
      '1DHZGdAAAABHRSTlMD2JRZJSYLsgAAAAlwSFlzAAALEwAACxMBAJqcGAAAAkFJREFUOMuFlc9rE0EUx7f2Hygihd702JsnwaOwDDbg8TGHNJXSIYypehuG',
      'gkdZ1uAPWos1qcdQklJvplCiucUfVfFiRfyBp4oQ0FOhhyq+mclmZza7m0dgZ+ez3/2+zMx763kqJs+d8e24dPq8N4xT04+YQ8m1xbMRnJxxmearkXp2FC',
      'JeM3Bi3U+LuSlNZ/z0WNUprWfQOZXYRT8rHiKdzqSLOS/Wr55gmZRMeRf87FjyZq27oFarcet+zUmq3+l0uk5aMSUPKACIY2ZR69FlSqUQu9aMRfmRQC29',
      'GqRS0hal7we0yNIo2opn21eobWxpFSjjIx/TtLwn8aWkLeeDFFo4kJgQP5KlFC25C2IPr5sUXrNR7VOdj8rty6iW92ixjtdWW8TGnmW7oGb5oSw1khRtYU',
      '/NFjYhNh5q71HxS02S+1R8Tmorr4DW9agl4NZWgqLdQpAYxXRHwIpRVDaA7rsU3eB5k+D/ZdW3YDKIaWEDt/YbD7fD4D2OVhoO5YdCUuievPvQBxxFxgPa',
      'auOJkgDqh6erWLepsu2AlAKolDiKjA1VC/Syjzpk0L0+WLaIql1t3PmrT92Px2anY4q28wGrPvn3+8+bJuG9yNiLDhxuKmuGYVgl0VYPtcvmQJByuczMMd',
      'mNte5hwoiMvcHC2xWgnjbroasMa+STo71h6mVQgzdf7Dt05+tPU4O6ui9XGg4tbN021a07A/ETXdTcL43pKvkdKb+bjemE+V00vwOP6d75nX/MVyP/i5P9',
      'tfoP/WAEVAyLpHQAAAAASUVORK5CYII=',
    ].join(''),
  ),
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
