/** Node runs the sources as they are written, types blanked out: lines of stacks are right without source maps, and looking for those costs at each
 *  error that is made. */
process.setSourceMapsEnabled(false)
