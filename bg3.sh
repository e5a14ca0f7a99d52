cd /tmp/lead; export JOBS=1 ADCC=/tmp/lead/bin/adcc3 ADCC_RUNTIME=/tmp/lead/bin/rt3.a
timeout 1500 bash /tmp/lead/tests3/fuzz/run.sh 90000 700 "raw O1" > f_raw.log 2>&1
timeout 1500 bash /tmp/lead/tests3/fuzz/run.sh 95000 200 --modes > f_modes.log 2>&1
timeout 900 bash /tmp/lead/tests3/fuzz/run.sh 96000 60 --cpp > f_cpp.log 2>&1
